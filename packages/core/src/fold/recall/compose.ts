import { type Entry, type Quote, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import type { Proposal } from './recall-source.ts'

/** The text of a recall: the excerpts of each message with its turn and speaker, in the order of the conversation. */
export function composeRecall({ transcript, state }: Source, proposals: readonly Proposal[]): string {
  const texts = new Map<number, string[]>()
  for (const { index, text } of proposals) texts.set(index, [...(texts.get(index) ?? []), text])
  const entries = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([index, parts]): Entry => {
      const speaker = { turn: state.turns[index]!, role: transcript.roleOf(index), name: transcript.nameOf(index) }
      const texts = parts.length > 1 ? inOrder(saidIn(transcript, index), parts) : parts
      return { speaker, content: texts.map((text): Quote => ({ text, joint: JOINT, isVerbatim: true })) }
    })
  return recordText('recall', entries)
}

const JOINT = ' … '

/** Several excerpts of the message `said`, each part once and in its order. A part may be worded telegraphically. */
function inOrder(said: string, excerpts: readonly string[]): readonly string[] {
  const parts = [...new Set(excerpts.flatMap((excerpt) => excerpt.split(JOINT)))]
  const placeOf = (part: string): number => {
    const at = said.indexOf(part.split('; ')[0]!)
    return at < 0 ? said.length : at
  }
  return parts
    .filter((part) => !parts.some((other) => other !== part && other.includes(part)))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
