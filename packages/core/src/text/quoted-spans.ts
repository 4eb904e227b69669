import type { Span } from '../conversation.ts'
import { matchesOf } from '../matches-of.ts'

/** Limit of the algorithm: characters of the longest quotation, so that an unpaired mark opens none. An inch sign opens none either. */
const QUOTED =
  /(?<!\p{N})"[^"\n]{1,400}"|“[^“”]{1,400}”|„[^„“”]{1,400}[“”]|«[^«»]{1,400}»|「[^「」]{1,400}」|『[^『』]{1,400}』|`[^`]{1,400}`|(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])|^[ \t]*>.*$/gmu

/** The text between quotation marks, and quoted lines. Linear time. */
export function quotedSpans(text: string): Span[] {
  return matchesOf(text, QUOTED).map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
