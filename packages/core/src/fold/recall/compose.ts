import { type Entry, type Quote, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { outputIn, saidIn } from '../transcript.ts'
import { containsWhole, placeOfWhole } from './contains-whole.ts'
import { GAP } from './gap.ts'
import { withLeadIns } from './lead-ins-of-excerpts.ts'
import { type Proposal, placeOf } from './recall-source.ts'

type RecordedTurns = Pick<Source, 'transcript'> & { readonly state: Pick<FoldState, 'turns'> }

/** The text of a recall: the excerpts of each message with its turn and speaker, in the order of the conversation. */
export function composeRecall({ transcript, state }: RecordedTurns, proposals: readonly Proposal[]): string {
  const byMessage = Map.groupBy(proposals, placeOf)
  const entries = [...byMessage]
    .sort(([a], [b]) => a - b)
    .map(([, [first, ...others]]): Entry => {
      const { index, isOfTool } = first!
      const [role, name] = isOfTool ? (['tool'] as const) : [transcript.roleOf(index), transcript.nameOf(index)]
      const parts = [first!, ...others].map(({ text }) => text)
      const source = isOfTool ? outputIn(transcript, index).join('\n') : saidIn(transcript, index)
      const excerpts = parts.length > 1 ? inOrder(source, parts) : parts
      const texts = isOfTool ? excerpts : withLeadIns(transcript, index, excerpts)
      const joint = isOfTool ? '; ' : GAP
      const content = texts.map((text): Quote => ({ text, joint, isVerbatim: true }))
      return { speaker: { turn: state.turns[index]!, role, name }, content }
    })
  return recordText('recall', entries)
}

/**
 * The parts of several excerpts of the message `said`, each once, in the order of the message. A part in telegraphic
 * wording cannot be found there, and follows the part before it.
 */
function inOrder(said: string, excerpts: readonly string[]): readonly string[] {
  const places = new Map<string, number>()
  for (const excerpt of excerpts) {
    let place = 0
    for (const part of excerpt.split(GAP)) {
      const at = placeOfWhole(said, part)
      if (at >= 0) place = at
      if (!places.has(part)) places.set(part, place)
    }
  }
  const parts = [...places.keys()]
  return parts
    .filter((part) => !parts.some((other) => other !== part && containsWhole(other, part)))
    .sort((a, b) => places.get(a)! - places.get(b)!)
}
