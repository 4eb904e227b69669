/** The address of a server with default settings. */
export const DEFAULT_SERVER = 'http://127.0.0.1:8080'

/**
 * Parses a server's base address. Removes slashes and then `/v1` from the end of its path, and drops query and
 * fragment.
 * @throws {Error} for an invalid address, another scheme than http or https, and for a user name or password in it.
 */
export function parseServer(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `${usualScheme(trimmed)}${trimmed}`)
  if (!url) throw new Error('the server address is not valid; an IPv6 address needs brackets: http://[::1]:8080')
  if (!/^https?:$/.test(url.protocol)) throw new Error('the server address must start with http:// or https://')
  if (url.username || url.password) throw new Error('the server address must not contain a user name or a password')
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}`
}

/** The scheme of an address without one: http for this machine, whose servers have no certificate, else https. */
function usualScheme(address: string): string {
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(address)?.[0] ?? ''
  return LOOPBACK.test(host) ? 'http://' : 'https://'
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i

/** True if traffic to the server is not encrypted: plain http to another machine. */
export function isUnencrypted(server: string): boolean {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}
