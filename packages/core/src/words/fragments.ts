import { matchesOf } from '../matches-of.ts'
/** A text cut into lines and sentences, each with its place. */
export interface Fragment {
  readonly text: string
  readonly start: number
}

const MARKS = /[.!?…。！？]+["')\]」』）]*/g
const FULL_WIDTH = /[。！？]/
const INITIAL = /(?:^|[\s.(])\p{Lu}$/u

/**
 * Lines first, then the sentences of each line. A sentence ends at its mark when white space follows, or at once after a
 * full-width mark; the dot of an initial ("J. Smith") ends nothing. Blank lines are left out. Linear.
 */
export function fragmentsOf(text: string): Fragment[] {
  const fragments: Fragment[] = []
  let start = 0
  while (start <= text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    pushSentences(fragments, text.slice(start, end), start)
    start = end + 1
  }
  return fragments
}

function pushSentences(fragments: Fragment[], line: string, offset: number): void {
  let from = 0
  for (const match of matchesOf(line, MARKS)) {
    const end = match.index + match[0].length
    if (!endsSentence(line, match[0], match.index, end)) continue
    push(fragments, line.slice(from, end), offset + from)
    from = end
  }
  push(fragments, line.slice(from), offset + from)
}

function endsSentence(line: string, mark: string, start: number, end: number): boolean {
  if (FULL_WIDTH.test(mark)) return true
  if (!/\s/.test(line.charAt(end))) return false
  return mark !== '.' || !INITIAL.test(line.slice(Math.max(0, start - 2), start))
}

function push(fragments: Fragment[], text: string, start: number): void {
  const trimmed = text.trim()
  if (trimmed) fragments.push({ text: trimmed, start })
}
