import { type Entry, type Quote, recordText } from '../record/record.ts'
import type { FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'
import type { Proposal } from './recall-source.ts'

/** The text of a recall: what was taken of each message, under its turn and speaker, in the order of the conversation. */
export function composeRecall(
  { transcript, state }: { readonly transcript: Transcript; readonly state: FoldState },
  proposals: readonly Proposal[],
): string {
  const texts = new Map<number, string[]>()
  for (const { index, text } of proposals) {
    const others = (texts.get(index) ?? []).filter((other) => !text.includes(other))
    texts.set(index, [...others, text])
  }
  const entries = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([index, parts]): Entry => {
      const speaker = { turn: state.turns[index]!, role: transcript.roleOf(index), name: transcript.nameOf(index) }
      return { speaker, content: parts.map((text): Quote => ({ text, joint: ' … ', isVerbatim: true })) }
    })
  return recordText('recall', entries)
}
