/** One block of a view: the summary of a message. */
export interface ViewBlock {
  /** Position of the message, from 1. */
  readonly turn: number
  readonly role: string
  readonly text: string
}

const HEAD = /^\[T(\d+) \((\w+)\)\]/

/** The blocks of a view in order, without the text before the first head. */
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

/** The marks of a block on one line; empty without marks. */
export function marksIn(text: string): string[] {
  const marks = [...new Set(text.replace(HEAD, '').match(MARK))]
  return marks.length ? [marks.join(' ')] : []
}

/** Text of a message in which nothing looks like the head of a message or a mark. */
export function withoutHeads(said: string): string {
  return said.replace(/\[(T\d+ \(\w+\))\]/g, '($1)').replace(MARK, (mark) => `(${mark.slice(1, -1)})`)
}

const CHANGED = /\[(?:corrects|corrected by|contradicts) T\d+\]/
const OPEN = /\[open\]/
const NOTHING_LEFT = /^\[T\d+ \(\w+\)\]\s*(?:…|\(empty\)|(?:\[elided:[^\]]*\]\s*)+)?$/

/**
 * The protection of a block when there is no room for all. These raise it: being the first message, which states the
 * task; corrections and corrected messages; open questions; messages of the user; salience; recency. An empty block has
 * the lowest.
 */
export function protection(
  block: ViewBlock,
  total: number,
  salienceOf: (text: string, kind: 'said') => number,
): number {
  if (NOTHING_LEFT.test(block.text)) return -10
  const summary = block.text.replace(HEAD, '')
  return (
    (CHANGED.test(summary) ? 1.5 : 0) +
    (OPEN.test(summary) ? 1 : 0) +
    (block.role === 'user' ? 0.8 : 0) +
    salienceOf(summary, 'said') +
    (block.turn === 1 ? 2 : 0) +
    (0.3 * block.turn) / Math.max(1, total)
  )
}
