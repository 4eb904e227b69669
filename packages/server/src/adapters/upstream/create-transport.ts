import type { Socket } from 'node:net'
import { buildConnector, Client, EnvHttpProxyAgent } from 'undici'
import type { Transport } from './connection.ts'
import type { UpstreamSettings } from './settings.ts'

/** Addresses of HTTP proxies, from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export interface ProxySettings {
  readonly http?: string | undefined
  /** Default: the proxy for http. */
  readonly https?: string | undefined
  /** Hosts that are reached directly, separated by commas or spaces. */
  readonly none?: string | undefined
}

const MAX_HEAD_BYTES = 64 * 1024

/** Creates a transport that connects directly, or through the proxies of `proxy`. */
export function createTransport(settings: UpstreamSettings, proxy: ProxySettings | undefined): Transport {
  const { connectMs, bodyMs, idleMs } = settings
  // One for all, because it remembers TLS sessions.
  const connectDirectly = buildConnector({ allowH2: false, timeout: connectMs })
  const openClient = (origin: string | URL, connect: buildConnector.connector, observe: (socket: Socket) => void) =>
    new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEAD_BYTES,
      // The call has another timer, because this one restarts with every 1xx response.
      headersTimeout: 0,
      bodyTimeout: bodyMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: observed(connect, observe),
    })
  if (!proxy) {
    return {
      open: (origin, observe) => openClient(origin, connectDirectly, observe),
      headers: (flat) => flat as string[],
    }
  }
  const open: Transport['open'] = (_origin, observe) =>
    new EnvHttpProxyAgent({
      // Never undefined, since undici would then read the environment itself.
      httpProxy: proxy.http ?? '',
      httpsProxy: proxy.https ?? '',
      noProxy: proxy.none ?? '',
      connectTimeout: connectMs,
      connect: connectDirectly,
      proxyTls: { allowH2: false },
      // Limits the proxy itself, which may accept a connection and never open the tunnel.
      clientFactory: (origin, options) => new Client(origin, { ...options, headersTimeout: connectMs }),
      factory: (origin, options) =>
        openClient(origin, (options as { connect: buildConnector.connector }).connect, observe),
    })
  return { open, headers: byName }
}

/** undici's proxy agents keep only the last header of a name in a flat list. */
function byName(flat: readonly string[]): Record<string, string[]> {
  // A client chooses the names: on a plain object, `constructor` and `__proto__` would find inherited members.
  const headers = new Map<string, string[]>()
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const values = headers.get(flat[i]!)
    if (values) values.push(flat[i + 1]!)
    else headers.set(flat[i]!, [flat[i + 1]!])
  }
  return Object.fromEntries(headers)
}

function observed(connect: buildConnector.connector, observe: (socket: Socket) => void): buildConnector.connector {
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      observe(socket!)
      callback(null, socket!)
    })
  }
}
