import type { Role } from '../../conversation.ts'
import type { Mark } from '../record/marks.ts'
import type { Entry, Quote } from '../record/record.ts'
import type { FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'
import type { Candidate } from './candidates.ts'
import { elisionMarks } from './elision.ts'

/** What was chosen of one speaker in one message. */
interface Said {
  readonly content: (Quote | Mark)[]
  tokens: number
}

/** What was chosen, by message and speaker. */
export function saidByMessage(chosen: readonly Candidate[]): Map<number, Map<Role, Said>> {
  const messages = new Map<number, Map<Role, Said>>()
  for (const candidate of chosen) {
    const speakers = messages.get(candidate.message) ?? new Map<Role, Said>()
    const said = speakers.get(candidate.speaker) ?? { content: [], tokens: 0 }
    said.content.push(...contentOf(candidate))
    said.tokens += candidate.tokens
    messages.set(candidate.message, speakers.set(candidate.speaker, said))
  }
  return messages
}

function contentOf({ text, asked, marks, isBlock }: Candidate): (Quote | Mark)[] {
  const quote: Quote = { text, joint: asked ? ' ' : '; ', isOutline: isBlock }
  return asked ? [asked, quote, ...marks] : [quote, ...marks]
}

/** The entries of messages `indices`: of each what was chosen, and marks for what was not. */
export function entriesOf(
  { transcript, state }: { readonly transcript: Transcript; readonly state: FoldState },
  indices: readonly number[],
  chosen: readonly Candidate[],
): Entry[] {
  const said = saidByMessage(chosen)
  return indices.flatMap((index): Entry[] => {
    const speakers = said.get(index)
    if (!speakers && !transcript.opaqueKindsOf(index).length) return []
    let kept = 0
    for (const { tokens } of speakers?.values() ?? []) kept += tokens
    const elided = elisionMarks(transcript, index, kept)
    const entries = [...(speakers ?? [[silentSpeaker(transcript, index), { content: [] }] as const])].map(
      ([role, { content }]) => ({
        speaker: { turn: state.turns[index]!, role, name: role === 'tool' ? undefined : transcript.nameOf(index) },
        content,
      }),
    )
    const last = entries.pop()!
    return [...entries, { ...last, content: [...last.content, ...elided] }]
  })
}

/** Who is named where a message holds nothing that can be said. */
function silentSpeaker(transcript: Transcript, index: number): Role {
  return transcript.answersOf(index).length ? 'tool' : transcript.roleOf(index)
}
