import { ServiceError } from '../errors.ts'
import { shownValue } from './shown-value.ts'

/** Characters of a path and of a query. Log lines and provider addresses accept both lengths. */
const MAX_PATH_LENGTH = 2048
const MAX_QUERY_LENGTH = 8192

/** The form of nearly all paths, which needs no further checks. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/
/** RFC 3986 `pchar` and `/`: no control characters, spaces, backslashes, quotes, brackets or bytes above 127. */
const PATH_CHARACTERS = /^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/
const QUERY_CHARACTERS = /^[\x21-\x7e]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: These are the characters that no decoded path may hold.
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/
/** Allowed characters of a decoded segment that is forwarded: ids of models, files and batches, and names of the API. */
const FORWARDED_SEGMENT = /^[A-Za-z0-9._:@~/+-]+$/
/** The characters of a forwarded segment that a client may have encoded. */
const FORWARDED_ESCAPE = /%(?!2[BbFf]|3[Aa]|40)/

/** The parts of a request target (RFC 9112 section 3.2.1). */
export interface RequestTarget {
  /** The path as the client wrote it, not decoded. */
  readonly path: string
  /** The query with its question mark; empty without one. */
  readonly query: string
}

/**
 * The target of a request, in origin form: no scheme or host, no empty segments, no dot segments, no control characters.
 * @throws {ServiceError} invalid_request
 */
export function readTarget(url: string | undefined = ''): RequestTarget {
  if (!url.startsWith('/')) throw invalid('must be a path that starts with /')
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const query = end < 0 ? '' : url.slice(end)
  if (path.length > MAX_PATH_LENGTH) throw invalid(`may have a path of at most ${MAX_PATH_LENGTH} characters`)
  if (query.length > MAX_QUERY_LENGTH) throw invalid(`may have a query of at most ${MAX_QUERY_LENGTH} characters`)
  if (!QUERY_CHARACTERS.test(query) || query.includes('#')) throw invalid('has a character that URLs do not allow')
  if (!PLAIN_PATH.test(path)) checkPath(path)
  return { path, query }
}

/**
 * The path and query of `target` as they are sent to a provider. Each segment is decoded, checked and encoded again, so that
 * only letters, digits and `- . _ ~ : @ + %2F` reach a provider together with the server's key.
 * @throws {ServiceError} invalid_request
 */
export function forwardedTarget({ path, query }: RequestTarget): string {
  if (PLAIN_PATH.test(path)) return path + query
  checkPath(path)
  const segments = path.slice(1).split('/')
  return `/${segments.map(forwardedSegment).join('/')}${query}`
}

/** The path of a URL without its query. */
export function pathOf(url = '/'): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** A path for an error message: at most 100 characters of printable ASCII. */
export function shownPath(path: string): string {
  return shownValue(path.replaceAll(' ', '?'))
}

function checkPath(path: string): void {
  if (!PATH_CHARACTERS.test(path)) throw invalid('has a character that URLs do not allow')
  const segments = path.slice(1).split('/')
  // Only the last segment may be empty: in the root, and in a path with a slash at its end, which no route has.
  if (segments.at(-1) === '') segments.pop()
  for (const segment of segments) {
    const decoded = decode(segment)
    if (isEmptyOrDots(decoded)) throw invalid('has an empty segment or a dot segment')
    if (CONTROL_CHARACTER.test(decoded)) throw invalid('has an encoded control character')
  }
}

function isEmptyOrDots(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..'
}

/**
 * A path segment as it is sent to a provider.
 * @throws {ServiceError} invalid_request
 */
export function forwardedSegment(segment: string): string {
  const decoded = decode(segment)
  const isAllowed = FORWARDED_SEGMENT.test(decoded) && !FORWARDED_ESCAPE.test(segment)
  if (!isAllowed || decoded.split('/').some(isEmptyOrDots)) {
    throw invalid('may have letters, digits and - . _ ~ : @ + in its path, and an encoded / inside an id')
  }
  return encodeURIComponent(decoded).replaceAll('%3A', ':').replaceAll('%40', '@')
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new ServiceError('invalid_request', { message: 'The request URL is not encoded as UTF-8.', cause })
  }
}

function invalid(problem: string): ServiceError {
  return new ServiceError('invalid_request', { message: `The request URL ${problem}.` })
}
