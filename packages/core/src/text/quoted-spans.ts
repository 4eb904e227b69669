import type { Span } from '../conversation.ts'
import { matchesOf } from '../matches-of.ts'

/**
 * Limit of the algorithm: characters of the longest quotation, so that an unpaired mark opens none. A quotation in
 * straight double marks opens neither with an inch sign nor with the closing mark of a longer quotation, which follows
 * a word and precedes a space or a stop. Over several lines, both marks touch the quotation, and neither is within a
 * word.
 */
const QUOTED = new RegExp(
  [
    String.raw`(?<!\p{N})"(?!(?<=\S")[\s.,;:!?)，。、；：！？])[^"\n]{1,400}"`,
    String.raw`(?<![\p{L}\p{N}])"(?!\s)[^"]{1,400}(?<!\s)"(?![\p{L}\p{N}])`,
    '“[^“”]{1,400}”|„[^„“”]{1,400}[“”]|«[^«»]{1,400}»|「[^「」]{1,400}」|『[^『』]{1,400}』|`[^`]{1,400}`',
    String.raw`(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])`,
    String.raw`^[ \t]*>.*$`,
  ].join('|'),
  'gmu',
)

/** The text between quotation marks, and quoted lines. Linear time. */
export function quotedSpans(text: string): Span[] {
  return matchesOf(text, QUOTED).map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
