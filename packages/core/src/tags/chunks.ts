/** Properties of a run of characters, by which extractors skip it without a search. */
export const MARK = {
  digit: 1,
  camel: 2,
  underscore: 4,
  dot: 8,
  slash: 16,
  at: 32,
  backslash: 64,
  capitals: 128,
} as const

/** A run of a text without white space, brackets or quotes, with other characters than the letters of a plain word. */
export interface Chunk {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Sum of `MARK`s. */
  readonly marks: number
}

/** Longest run. Longer ones are data and not names. */
const LONGEST_CHUNK = 512
/** First code unit of scripts without spaces and of surrogates, which separate runs like white space. */
const FIRST_UNSPACED = 0x2e80
const SEPARATORS = '()[]{}<>"\'`,;|=*!?«»'
const isSeparator = new Uint8Array(128)
for (let code = 0; code <= 32; code++) isSeparator[code] = 1
for (const sign of SEPARATORS) if (sign.charCodeAt(0) < 128) isSeparator[sign.charCodeAt(0)] = 1
const signMarks = new Uint8Array(128)
signMarks.set([MARK.dot, MARK.slash], 46)
signMarks[64] = MARK.at
signMarks[92] = MARK.backslash
signMarks[95] = MARK.underscore

/** The runs of `text` that may contain a pattern, left to right. Looks at each character once. */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = []
  let start = 0
  let marks = 0
  let previous = 0
  let capitals = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    if (separates(code)) {
      if (capitals >= 4) marks |= MARK.capitals
      if (marks && at - start <= LONGEST_CHUNK) pushTrimmed(chunks, text, { start, end: at, marks })
      start = at + 1
      marks = 0
      previous = 0
      capitals = 0
      continue
    }
    const isCapital = code >= 65 && code <= 90
    if (code >= 48 && code <= 57) marks |= MARK.digit
    else if (isCapital && previous >= 97 && previous <= 122) marks |= MARK.camel
    else if (code < 97) marks |= signMarks[code]!
    capitals = isCapital ? capitals + 1 : capitals
    previous = code
  }
  return chunks
}

function separates(code: number): boolean {
  if (code < 128) return isSeparator[code] === 1
  return code >= FIRST_UNSPACED || code === 0xa0 || code === 0xab || code === 0xbb || (code >= 0x2000 && code <= 0x206f)
}

/** Punctuation at the end of a sentence or list item does not belong to the text before it. */
function pushTrimmed(chunks: Chunk[], text: string, span: { start: number; end: number; marks: number }): void {
  let { start, end } = span
  while (start < end && isEdge(text.charCodeAt(start), true)) start++
  while (end > start && isEdge(text.charCodeAt(end - 1), false)) end--
  if (end - start <= 1) return
  const chunk = text.slice(start, end)
  // A dot ended the sentence, and the rest is a plain word. Letters with hyphens may be a UUID.
  if (span.marks === MARK.dot && !/[.-]/.test(chunk)) return
  chunks.push({ text: chunk, start, end, marks: span.marks })
}

/** Colon, hyphen, plus, ampersand and caret at either edge; a dot only at the end. */
function isEdge(code: number, isStart: boolean): boolean {
  return code === 58 || code === 45 || code === 43 || code === 38 || code === 94 || (code === 46 && !isStart)
}
