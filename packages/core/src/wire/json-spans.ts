import type { BodyText, Span } from '../conversation.ts'
import { parseJson } from '../json.ts'
import { isWhiteSpace, skipWhiteSpace, skipWhiteSpaceBack } from './json-white-space.ts'

/**
 * Finds the positions of the values of a JSON text without building them. One pass, linear for any text. The result is
 * `undefined` for text that cannot be JSON. This is not a validity check: scalars and everything below the given depth
 * are only skipped.
 */

/** A value that was not walked: a scalar, or one below the given depth. */
export interface LeafNode extends Span {
  readonly kind: 'leaf'
}

/** A walked object. The span includes its braces. */
export interface ObjectNode extends Span {
  readonly kind: 'object'
  readonly members: readonly JsonMember[]
  /** True if two keys are equal after decoding. */
  readonly hasDuplicateKeys: boolean
}

/** A walked array. The span includes its brackets. */
export interface ArrayNode extends Span {
  readonly kind: 'array'
  readonly elements: readonly JsonNode[]
}

export type JsonNode = LeafNode | ObjectNode | ArrayNode

/** A member of an object. `key` is decoded. */
export interface JsonMember {
  readonly key: string
  readonly value: JsonNode
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Number of keys up to which pairwise comparison is faster than a set. */
const FEW_KEYS = 8

/** Largest number of values that one scan walks. More of them are an attack on the memory. */
const MAX_NODES = 1_000_000

/** A running scan: its text, and the number of values that it may still walk. */
interface Walk {
  readonly text: BodyText
  nodesLeft: number
}

/**
 * Walks the value at `start` down to `depth` levels of objects and arrays (1: its own members or elements). Recursion is
 * limited to `depth`, and deeper values are skipped by counting brackets. Undefined also for a text with more than a
 * million values to walk.
 */
export function scanJson(text: BodyText, start: number, depth: number): JsonNode | undefined {
  return walkValue({ text, nodesLeft: MAX_NODES }, start, depth)
}

/** Walks each of the values from `start` to `end`, which commas separate. Undefined if one of them cannot be JSON. */
export function scanValues(text: BodyText, { start, end }: Span, depth: number): JsonNode[] | undefined {
  const nodes: JsonNode[] = []
  for (let at = start; at < end; ) {
    const node = scanJson(text, at, depth)
    if (node === undefined) return undefined
    nodes.push(node)
    // After the comma: there is exactly one between two values of valid JSON.
    at = skipWhiteSpace(text, skipWhiteSpace(text, node.end) + 1)
  }
  return nodes
}

/** The value of the member `key`, or undefined. */
export function memberOf(node: ObjectNode, key: string): JsonNode | undefined {
  for (const member of node.members) if (member.key === key) return member.value
  return undefined
}

/** A span with one comma: the one after it, or at the end of a list the one before. Undefined if there is none. */
export function withComma(text: BodyText, { start, end }: Span): Span | undefined {
  const after = skipWhiteSpace(text, end)
  if (text.charCodeAt(after) === COMMA) return { start, end: after + 1 }
  const before = skipWhiteSpaceBack(text, start)
  return text.charCodeAt(before - 1) === COMMA ? { start: before - 1, end } : undefined
}

function walkValue(walk: Walk, start: number, depth: number): JsonNode | undefined {
  if (--walk.nodesLeft < 0) return undefined
  const first = walk.text.charCodeAt(start)
  if (depth > 0 && first === OPEN_BRACE) return walkObject(walk, start, depth)
  if (depth > 0 && first === OPEN_BRACKET) return walkArray(walk, start, depth)
  const end = skipValue(walk.text, start)
  return end < 0 ? undefined : { kind: 'leaf', start, end }
}

function walkObject(walk: Walk, start: number, depth: number): ObjectNode | undefined {
  const { text } = walk
  const members: JsonMember[] = []
  let at = skipWhiteSpace(text, start + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) {
    return { kind: 'object', start, end: at + 1, members, hasDuplicateKeys: false }
  }
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = skipString(text, at)
    const key = keyEnd < 0 ? undefined : decodeKey(text, at, keyEnd)
    if (key === undefined) return undefined
    const colon = skipWhiteSpace(text, keyEnd)
    if (text.charCodeAt(colon) !== COLON) return undefined
    const value = walkValue(walk, skipWhiteSpace(text, colon + 1), depth - 1)
    if (value === undefined) return undefined
    members.push({ key, value })
    at = skipWhiteSpace(text, value.end)
    const separator = text.charCodeAt(at)
    if (separator === CLOSE_BRACE) {
      return { kind: 'object', start, end: at + 1, members, hasDuplicateKeys: hasDuplicates(members) }
    }
    if (separator !== COMMA) return undefined
    at = skipWhiteSpace(text, at + 1)
  }
  return undefined
}

function walkArray(walk: Walk, start: number, depth: number): ArrayNode | undefined {
  const { text } = walk
  const elements: JsonNode[] = []
  let at = skipWhiteSpace(text, start + 1)
  if (text.charCodeAt(at) === CLOSE_BRACKET) return { kind: 'array', start, end: at + 1, elements }
  for (;;) {
    const element = walkValue(walk, at, depth - 1)
    if (element === undefined) return undefined
    elements.push(element)
    at = skipWhiteSpace(text, element.end)
    const separator = text.charCodeAt(at)
    if (separator === CLOSE_BRACKET) return { kind: 'array', start, end: at + 1, elements }
    if (separator !== COMMA) return undefined
    at = skipWhiteSpace(text, at + 1)
  }
}

/** The end of the value at `start`, or -1. */
function skipValue(text: BodyText, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return skipString(text, start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, start)
  let at = start
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at++
  return at === start ? -1 : at
}

/** Counts brackets of any kind. A caller that needs validity parses the slice anyway. */
function skipNested(text: BodyText, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = skipString(text, at)
      if (at < 0) return -1
      continue
    }
    at++
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at
  }
  return -1
}

/** The position after the closing quote of the string that opens at `start`, or -1. */
function skipString(text: BodyText, start: number): number {
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return -1
    let at = quote
    while (text.charCodeAt(at - 1) === BACKSLASH) at--
    // An even run of backslashes escapes itself and not the quote. The run cannot extend beyond the opening quote.
    if ((quote - at) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function decodeKey(text: BodyText, start: number, end: number): string | undefined {
  const key = text.slice(start + 1, end - 1)
  if (!key.includes('\\')) return key
  return parseJson(text.slice(start, end)) as string | undefined
}

function hasDuplicates(members: readonly JsonMember[]): boolean {
  if (members.length > FEW_KEYS) return new Set(members.map((member) => member.key)).size < members.length
  for (let later = 1; later < members.length; later++) {
    const { key } = members[later]!
    for (let earlier = 0; earlier < later; earlier++) if (members[earlier]!.key === key) return true
  }
  return false
}

function endsScalar(code: number): boolean {
  return (
    code === COMMA ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    isWhiteSpace(code) ||
    code === COLON ||
    code === QUOTE ||
    code === OPEN_BRACE ||
    code === OPEN_BRACKET
  )
}
