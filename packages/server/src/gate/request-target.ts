import { ServiceError } from '../errors.ts'
import { shownValue } from './shown-value.ts'

/** Characters of a path and of a query. Either fits into the log line and the address of every provider. */
const MAX_PATH_LENGTH = 2048
const MAX_QUERY_LENGTH = 8192

/** Paths of the API itself, which nearly every request has: nothing in them needs a second look. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/
/** RFC 3986 `pchar` and `/`: no control characters, spaces, backslashes, quotes, brackets or bytes above 127. */
const PATH_CHARACTERS = /^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/
const QUERY_CHARACTERS = /^[\x21-\x7e]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: These are the characters that no decoded path may hold.
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/
/** What a forwarded segment may hold once it is decoded: ids of models, files and batches, and names of the API. */
const FORWARDED_SEGMENT = /^[A-Za-z0-9._:@~/+-]+$/
/** The characters of a forwarded segment that a client may have encoded. */
const FORWARDED_ESCAPE = /%(?!2[BbFf]|3[Aa]|40)/

/** The request target of RFC 9112 section 3.2.1, taken apart. */
export interface RequestTarget {
  /** As the client wrote it. */
  readonly path: string
  /** With its question mark; empty without one. */
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
 * The path and query under which a provider is asked for `target`. Each segment is decoded, checked and encoded again,
 * so nothing but letters, digits and `- . _ ~ : @ + %2F` reaches an address that carries a key of ours.
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
  // The root is the one path with an empty segment; a slash at the end only makes a path unknown.
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
 * A segment of a path as a provider is asked for it.
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
