import { Agent, EnvHttpProxyAgent, request } from 'undici'
import type { Webhook } from '../../alerts/alert-ports.ts'
import type { ProxyAddresses } from '../../config/secrets.ts'

/** Time limit for connecting and for the response. A delivery that exceeds it is retried. */
const TIMEOUT_MS = 10_000

/** Posts to one address, through a proxy if one is configured. Redirects are not followed. */
export function createUndiciWebhook({ url, proxy }: { url: string; proxy: ProxyAddresses | undefined }): Webhook {
  const times = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, connect: { timeout: TIMEOUT_MS } }
  const dispatcher = proxy
    ? new EnvHttpProxyAgent({
        ...times,
        // Never undefined, since undici would then read the environment itself.
        httpProxy: proxy.http ?? '',
        httpsProxy: proxy.https ?? '',
        noProxy: proxy.none ?? '',
      })
    : new Agent(times)
  return {
    async post({ body, headers, signal }) {
      const response = await request(url, { method: 'POST', body, headers, dispatcher, signal })
      await response.body.dump()
      return response.statusCode
    },
    close: () => dispatcher.destroy(),
  }
}
