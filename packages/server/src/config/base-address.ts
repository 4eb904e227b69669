import type { Provider } from './providers.ts'

/** The base URL of a provider's API, taken apart. */
export interface BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string
  /** Without a slash at the end; empty for the root. */
  readonly path: string
}

export const BASE_ADDRESS = 'an address that starts with http:// or https:// and has no user, query or fragment'

/** A query or fragment would be lost when a path is put behind the address, and a user in it would be a secret. */
export function isBaseAddress(value: string): boolean {
  if (!URL.canParse(value) || /[?#\s]/.test(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** What the base URLs of an API end in by custom of its clients: one kind has the version, the other does not. */
const VERSION: Readonly<Record<Provider, string>> = { openai: '/v1', anthropic: '' }

/** The base address in `value`, with the version or without it, as the API has it: users give either. */
export function baseAddress(value: string, api: Provider): BaseAddress {
  const { origin, path } = exactBaseAddress(value)
  if (VERSION[api] === '') return { origin, path: path.replace(/\/v1$/, '') }
  return { origin, path: path === '' ? VERSION[api] : path }
}

/** The base address in `value` as it is. */
export function exactBaseAddress(value: string): BaseAddress {
  const slash = value.indexOf('/', value.indexOf('//') + 2)
  const end = slash < 0 ? value.length : slash
  return { origin: value.slice(0, end), path: value.slice(end).replace(/(?<!\/)\/+$/, '') }
}
