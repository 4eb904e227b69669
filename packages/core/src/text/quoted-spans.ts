import { matchesOf } from '../matches-of.ts'
import type { Span } from './sentences.ts'

/** Limit of the algorithm: a quotation ends within so many characters, so that a lone mark opens nothing. */
const QUOTED =
  /"[^"\n]{1,400}"|“[^“”]{1,400}”|„[^„“”]{1,400}[“”]|«[^«»]{1,400}»|「[^「」]{1,400}」|『[^『』]{1,400}』|`[^`]{1,400}`|(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])|^[ \t]*>.*$/gmu

/** What a text holds between quotation marks, and its quoted lines. Linear. */
export function quotedSpans(text: string): Span[] {
  return matchesOf(text, QUOTED).map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
