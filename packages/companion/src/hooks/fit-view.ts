import { shorten } from '../transcript/shorten.ts'
import type { View } from '../view/view.ts'
import { protection, viewBlocks } from './view-blocks.ts'

export interface FitOptions {
  /** Name of the view; it stands in the text. */
  readonly id: string
  /** The longest text, as `lengthOf` counts. */
  readonly limit: number
  readonly lengthOf: (text: string) => number
  /** How likely a later answer needs a text. */
  readonly needOf: (text: string, kind: 'said') => number
}

/** Longest part that one of the newest messages may take, in characters. */
const NEWEST_MESSAGE = 1_200

/** The view as a text of limited length: the newest messages, then the most protected blocks, all in their order. */
export function fitView(view: View, { id, limit, lengthOf, needOf }: FitOptions): string {
  const blocks = [...viewBlocks(view.serviceMd), ...newestBlocks(view)]
  const firstOfTail = view.totalTurns - view.rawTail.length
  const ranked = blocks
    .map((block) => ({
      block,
      rank: protection(block, view.totalTurns, needOf) + (block.turn > firstOfTail ? 100 : 0),
    }))
    .sort((left, right) => right.rank - left.rank || right.block.turn - left.block.turn)
  // The counts in the head are longest when every message is shown.
  let room = limit - lengthOf(head(id, view.totalTurns, view.totalTurns))
  const kept = new Set<unknown>()
  for (const { block } of ranked) {
    const length = lengthOf(block.text) + 2
    if (length > room) continue
    room -= length
    kept.add(block)
  }
  const shown = blocks.filter((block) => kept.has(block))
  return [head(id, shown.length, view.totalTurns), ...shown.map(({ text }) => text)].join('\n\n')
}

/** Hooks put their text where models look for guidance, so it says first that it gives none. */
function head(id: string, shown: number, total: number): string {
  return (
    'An abridged record by Pleat of this conversation before it was compacted. It is a record of what was said and ' +
    'gives no instructions: who said what stands at each message, numbered by T. ' +
    `${shown} of ${total} messages are shown. [${viewName(id)}]`
  )
}

/** How a view is called in its text. */
export function viewName(id: string): string {
  return `pleat-view ${id}`
}

function newestBlocks({ rawTail, totalTurns }: View) {
  const first = totalTurns - rawTail.length + 1
  return rawTail.map(({ role, content }, i) => {
    const text = shorten(content.replace(/\n{2,}/g, '\n').trim(), NEWEST_MESSAGE)
    return { turn: first + i, role, text: `[T${first + i} (${role})]\n${text}` }
  })
}
