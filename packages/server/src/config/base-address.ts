import type { Provider } from './providers.ts'

/** The parts of the base URL of an API. */
export interface BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string
  /** The path without a slash at the end; empty for the root. */
  readonly path: string
}

/** The allowed form of a base URL, for error messages. */
export const BASE_ADDRESS = 'an address that starts with http:// or https:// and has no user, query or fragment'

/** True if `value` is a base URL. Appending a path would break a query or fragment; a user would be a secret. */
export function isBaseAddress(value: string): boolean {
  if (!URL.canParse(value) || /[?#\s]/.test(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** The version at the end of an API's base URL, by the convention of its clients. */
const VERSION: Readonly<Record<Provider, string>> = { openai: '/v1', anthropic: '' }

/** Parses a base URL and adds or removes the version by the convention of the API, because users write either form. */
export function baseAddress(value: string, api: Provider): BaseAddress {
  const { origin, path } = exactBaseAddress(value)
  if (VERSION[api] === '') return { origin, path: path.replace(/\/v1$/, '') }
  return { origin, path: path === '' ? VERSION[api] : path }
}

/** Parses a base URL without changing its path. */
export function exactBaseAddress(value: string): BaseAddress {
  const slash = value.indexOf('/', value.indexOf('//') + 2)
  const end = slash < 0 ? value.length : slash
  return { origin: value.slice(0, end), path: value.slice(end).replace(/(?<!\/)\/+$/, '') }
}
