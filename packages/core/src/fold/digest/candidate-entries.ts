import type { Role } from '../../conversation.ts'
import { tokensOf } from '../../sum.ts'
import { afterLeadIn, isMark } from '../lead-ins.ts'
import type { Entry, Quote } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { Transcript } from '../transcript.ts'
import type { Candidate } from './candidates.ts'
import { elisionMarks } from './elision.ts'

const ENDS_SENTENCE = /[.!?…:;。！？；：]["'”’»)\]*_]*$/u

/** The text of one speaker's candidates. A sentence that ends in punctuation needs no joint. */
function contentOf(chosen: readonly Candidate[]): Quote[] {
  const written = new Set<string>()
  return chosen.map(({ message, text, leadIn, isBlock }, at) => {
    const before = chosen[at - 1]
    const joint = before && ENDS_SENTENCE.test(before.text) ? ' ' : '; '
    const hasSameLeadIn = before?.message === message && before.leadIn?.text === leadIn?.text
    const isLed = leadIn && !hasSameLeadIn && (isMark(leadIn.text) || !written.has(leadIn.text))
    written.add(text)
    if (leadIn) written.add(leadIn.text)
    return { text: isLed ? afterLeadIn(leadIn.text, text) : text, joint, isOutline: isBlock }
  })
}

/** The entries of messages `indices`: the chosen candidates of each, and marks for the omitted text. */
export function entriesOf(
  { transcript, state }: Source,
  indices: readonly number[],
  chosen: readonly Candidate[],
): Entry[] {
  const said = Map.groupBy(chosen, ({ message }) => message)
  return indices.flatMap((index): Entry[] => {
    const own = said.get(index) ?? []
    if (!own.length && !transcript.opaqueKindsOf(index).length) return []
    const speakers = Map.groupBy(own, ({ speaker }) => speaker)
    if (!own.length) speakers.set(silentSpeaker(transcript, index), [])
    const entries = [...speakers].map(([role, candidates]) => ({
      speaker: { turn: state.turns[index]!, role, name: role === 'tool' ? undefined : transcript.nameOf(index) },
      content: contentOf(candidates),
    }))
    const last = entries.pop()!
    return [...entries, { ...last, content: [...last.content, ...elisionMarks(transcript, index, tokensOf(own))] }]
  })
}

/** The speaker of a message of which no text is chosen. */
function silentSpeaker(transcript: Transcript, index: number): Role {
  return transcript.answersOf(index).length ? 'tool' : transcript.roleOf(index)
}
