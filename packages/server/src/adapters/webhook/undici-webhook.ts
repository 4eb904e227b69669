import { Agent, EnvHttpProxyAgent, Pool, request } from 'undici'
import type { Webhook } from '../../alerts/alert-ports.ts'
import type { ProxyAddresses } from '../../config/secrets.ts'

/** Limit for connecting, for the head of the response, and for a pause in its body. A delivery is then retried. */
const TIMEOUT_MS = 10_000

/** Posts to one address, through a proxy if one is configured. Redirects are not followed. */
export function createUndiciWebhook({
  url,
  proxy,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string
  proxy: ProxyAddresses | undefined
  timeoutMs?: number
}): Webhook {
  const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const connect = { timeout: timeoutMs }
  // The agents pass no time limits to their clients of the proxy itself.
  const openPool = (origin: string | URL, options: object) => new Pool(origin, { ...options, ...times })
  const dispatcher = proxy
    ? new EnvHttpProxyAgent({
        ...times,
        // Never undefined, since undici would then read the environment itself.
        httpProxy: proxy.http ?? '',
        httpsProxy: proxy.https ?? '',
        noProxy: proxy.none ?? '',
        connect,
        connectTimeout: timeoutMs,
        clientFactory: openPool,
        factory: openPool,
      })
    : new Agent({ ...times, connect })
  return {
    async post({ body, headers, signal }) {
      const response = await request(url, { method: 'POST', body, headers, dispatcher, signal })
      await response.body.dump()
      return response.statusCode
    },
    close: () => dispatcher.destroy(),
  }
}
