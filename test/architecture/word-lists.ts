/** A word of two letters and more, or one of a script without spaces; a phrase of such words. */
const WORD = String.raw`(?:\p{L}[\p{L}'’]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)(?: \p{L}[\p{L}'’]*)*`
const ENDING = String.raw`(?:\?|\+)?`
/** Three words side by side in an alternation: `(?:yes|no|maybe)`. */
const ALTERNATION = new RegExp(
  `(?<![\\p{L}\\d_.\\\\])${WORD}${ENDING}(?:\\|${WORD}${ENDING}){2,}(?![\\p{L}\\d_])`,
  'gu',
)
/** A string of three words that is cut at its spaces. */
const SPLIT = /(['"`])(?:\p{L}[\p{L}'’-]*\s+){2,}\p{L}[\p{L}'’-]*\s*\1\s*\)?\s*\.split\(/gu
/** A template literal of eight words without punctuation, which other code splits. */
const TEMPLATE = /`\s*(?:[\p{Ll}\p{Lo}\p{M}'’-]+\s+){7,}[\p{Ll}\p{Lo}\p{M}'’-]+\s*`/gu

/** Lists of natural-language words in the regular expressions and strings of a source text. */
export function wordListsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/ .*$/gm, '')
  return [ALTERNATION, SPLIT, TEMPLATE].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([list]) => list.slice(0, 80)),
  )
}
