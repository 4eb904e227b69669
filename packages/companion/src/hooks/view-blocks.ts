/** One block of a view: a message and what stands for it. */
export interface ViewBlock {
  /** Position of the message, from 1. */
  readonly turn: number
  readonly role: string
  readonly text: string
}

const HEAD = /^\[T(\d+) \((\w+)\)\]/

/** The blocks of a view in their order; what comes before the first head is left out. */
export function viewBlocks(serviceMd: string): ViewBlock[] {
  return serviceMd
    .split(/(?<!\n)\n{2,}(?=\[T\d+ \(\w+\)\])/)
    .map((text) => text.trim())
    .flatMap((text) => {
      const [, turn, role] = HEAD.exec(text) ?? []
      return turn !== undefined && role !== undefined ? [{ turn: Number(turn), role, text }] : []
    })
}

const MARK = /\[(?:(?:corrects|corrected by|contradicts|answered in) T\d+|open|reported|uncertain)\]/g

/** What marks in a block say of its message, on one line; none when there are no marks. */
export function marksIn(text: string): string[] {
  const marks = [...new Set(text.replace(HEAD, '').match(MARK))]
  return marks.length ? [marks.join(' ')] : []
}

/** What somebody said, so that nothing in it can be taken for the head of a message or for a mark. */
export function withoutHeads(said: string): string {
  return said.replace(/\[(T\d+ \(\w+\))\]/g, '($1)').replace(MARK, (mark) => `(${mark.slice(1, -1)})`)
}

const CHANGED = /\[(?:corrects|corrected by|contradicts) T\d+\]/
const OPEN = /\[open\]/
const NOTHING_LEFT = /^\[T\d+ \(\w+\)\]\s*(?:…|\(empty\)|(?:\[elided:[^\]]*\]\s*)+)?$/

/**
 * How much a block is to be protected when there is no room for all: the first message, which says what it is all
 * about, corrections and what they correct, open questions, what users said, what `needOf` finds worth keeping, and
 * among equals the newer.
 */
export function protection(block: ViewBlock, total: number, needOf: (text: string, kind: 'said') => number): number {
  if (NOTHING_LEFT.test(block.text)) return -10
  const summary = block.text.replace(HEAD, '')
  return (
    (CHANGED.test(summary) ? 1.5 : 0) +
    (OPEN.test(summary) ? 1 : 0) +
    (block.role === 'user' ? 0.8 : 0) +
    needOf(summary, 'said') +
    (block.turn === 1 ? 2 : 0) +
    (0.3 * block.turn) / Math.max(1, total)
  )
}
