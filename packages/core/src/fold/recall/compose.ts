import { type Entry, type Quote, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import { outputIn, saidIn } from '../transcript.ts'
import { GAP, type Proposal } from './recall-source.ts'

/** The text of a recall: the excerpts of each message with its turn and speaker, in the order of the conversation. */
export function composeRecall({ transcript, state }: Source, proposals: readonly Proposal[]): string {
  const told = Map.groupBy(proposals, ({ index, isOfTool = false }) => 2 * index + Number(isOfTool))
  const entries = [...told]
    .sort(([a], [b]) => a - b)
    .map(([, [first, ...others]]): Entry => {
      const { index, isOfTool } = first!
      const [role, name] = isOfTool ? (['tool'] as const) : [transcript.roleOf(index), transcript.nameOf(index)]
      const parts = [first!, ...others].map(({ text }) => text)
      const source = isOfTool ? outputIn(transcript, index).join('\n') : saidIn(transcript, index)
      const texts = parts.length > 1 ? inOrder(source, parts) : parts
      const joint = isOfTool ? '; ' : GAP
      const content = texts.map((text): Quote => ({ text, joint, isVerbatim: true }))
      return { speaker: { turn: state.turns[index]!, role, name }, content }
    })
  return recordText('recall', entries)
}

/** Several excerpts of the message `said`, each part once and in its order. A part may be worded telegraphically. */
function inOrder(said: string, excerpts: readonly string[]): readonly string[] {
  const parts = [...new Set(excerpts.flatMap((excerpt) => excerpt.split(GAP)))]
  const placeOf = (part: string): number => {
    const at = said.indexOf(part)
    return at < 0 ? said.length : at
  }
  return parts
    .filter((part) => !parts.some((other) => other !== part && other.includes(part)))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
