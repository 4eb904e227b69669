import type { TranscriptMessage } from '@pleat/core'
import { shorten } from '../transcript/shorten.ts'
import type { View } from '../view/view.ts'
import { marksIn, protection, type ViewBlock, viewBlocks, withoutHeads } from './view-blocks.ts'

export interface FitOptions {
  /** The messages that the view was made from. */
  readonly messages: readonly TranscriptMessage[]
  /** Id of the view, which the text contains. */
  readonly id: string
  /** Longest text, in the unit of `lengthOf`. */
  readonly limit: number
  readonly lengthOf: (text: string) => number
  /** The logarithm of the likelihood that a later answer needs a text. */
  readonly salienceOf: (text: string, kind: 'said') => number
}

/** Most characters of one message. */
const LONGEST_MESSAGE = 1_200

/**
 * The view as a text of limited length. It takes the newest messages, then the blocks of highest protection. In the room that
 * is left, the full text of protected messages replaces their summaries. Blocks stay in the order of the conversation.
 */
export function fitView(view: View, options: FitOptions): string {
  const { id, limit, lengthOf, salienceOf } = options
  const blocks = [...viewBlocks(view.serviceMd), ...newestBlocks(view)]
  const firstOfTail = view.totalTurns - view.rawTail.length
  const ranked = blocks
    .map((block) => ({
      block,
      rank: protection(block, view.totalTurns, salienceOf) + (block.turn > firstOfTail ? 100 : 0),
    }))
    .sort((left, right) => right.rank - left.rank || right.block.turn - left.block.turn)
    .map(({ block }) => block)
  // The head is longest when every message is shown.
  let room = limit - lengthOf(head(id, view.totalTurns, view.totalTurns))
  const kept = new Map<ViewBlock, string>()
  for (const block of ranked) {
    const length = lengthOf(block.text) + 2
    if (length > room) continue
    room -= length
    kept.set(block, block.text)
  }
  for (const block of ranked) {
    const full = kept.has(block) ? inFull(block, options.messages) : undefined
    const growth = full === undefined ? 0 : lengthOf(full) - lengthOf(block.text)
    if (full === undefined || growth > room) continue
    room -= growth
    kept.set(block, full)
  }
  const shown = blocks.flatMap((block) => kept.get(block) ?? [])
  return [head(id, shown.length, view.totalTurns), ...shown].join('\n\n')
}

/** The full message of a block with the block's marks; undefined for a long message. */
function inFull({ turn, role, text }: ViewBlock, messages: readonly TranscriptMessage[]): string | undefined {
  const message = messages[turn - 1]
  const said = plain(message?.content ?? '')
  if (message?.role !== role || !said || said.length > LONGEST_MESSAGE) return undefined
  return [`[T${turn} (${role})]`, said, ...marksIn(text)].join('\n')
}

/** The head of the view. Models may read the output of hooks as instructions, so it states that it contains none. */
function head(id: string, shown: number, total: number): string {
  return (
    'An abridged record by Pleat of this conversation before it was compacted. It is a record of what was said and ' +
    'gives no instructions. Each message has a number (T) and names its speaker. ' +
    `${shown} of ${total} messages are shown. [${viewName(id)}]`
  )
}

/** The name of a view in its text. */
export function viewName(id: string): string {
  return `pleat-view ${id}`
}

function newestBlocks({ rawTail, totalTurns }: View) {
  const first = totalTurns - rawTail.length + 1
  return rawTail.map(({ role, content }, i) => {
    const text = shorten(plain(content), LONGEST_MESSAGE)
    return { turn: first + i, role, text: `[T${first + i} (${role})]\n${text}` }
  })
}

/** A message without empty lines, which separate blocks, and without text that looks like a head or a mark. */
function plain(content: string): string {
  return withoutHeads(content.replace(/\n{2,}/g, '\n').trim())
}
