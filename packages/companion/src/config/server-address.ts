/** Where a server runs that was started with its own defaults. */
export const DEFAULT_SERVER = 'http://127.0.0.1:8080'

/**
 * The base address in what people paste: without `/v1`, without a slash at the end.
 * @throws when it is no http or https address, or holds a user name or a password.
 */
export function parseServer(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(trimmed) ? trimmed : `${usualScheme(trimmed)}${trimmed}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('the server address must start with http:// or https://')
  if (url.username || url.password) throw new Error('the server address must not contain a user name or a password')
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}`
}

/** A server on this machine is started without a certificate. */
function usualScheme(address: string): string {
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(address)?.[0] ?? ''
  return LOOPBACK.test(host) ? 'http://' : 'https://'
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i

/** Whether what is sent there can be read on the way: plain http to another machine. */
export function isReadableOnTheWay(server: string): boolean {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}
