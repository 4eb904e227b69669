import { lineHead, RECORD_HEAD, RECORD_NEXT } from '../preamble.ts'
import { adjoinsDigest, isCondensed } from '../standing.ts'
import type { FoldState } from '../state.ts'
import type { CountTokens, Transcript } from '../transcript.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { chooseCandidates } from './choose.ts'
import { elisionMark } from './elision.ts'
import { missingReplacements } from './replaced.ts'
import { unsaidAmong } from './unsaid.ts'
import { wordingRules } from './wording-rules.ts'

/** A digest of chat, and the messages of which every line stands in it. */
export interface ComposedDigest {
  readonly text: string
  /** Whether it goes on where the last one ends. */
  readonly adjoins: boolean
  readonly whole: readonly number[]
  /** Messages that were offered and of which it says nothing: the best, oldest first. */
  readonly unsaid: readonly number[]
}

/**
 * The digest of messages `[from, to)`, and of earlier ones that no digest has said anything of, in about `room` tokens;
 * undefined when there is nothing to say or what most needs to be said finds no room yet.
 */
export function composeDigest(
  source: { readonly transcript: Transcript; readonly state: FoldState; readonly count: CountTokens },
  range: { readonly from: number; readonly to: number },
  room: number,
): ComposedDigest | undefined {
  const { transcript, state, count } = source
  const head = headOf(transcript, state)
  const rules = wordingRules(transcript, state)
  const offered: Candidate[] = []
  for (const index of [...state.unsaid, ...indicesOf(range)]) {
    if (!isCondensed(transcript, state, index)) continue
    for (const candidate of candidatesOf(source, index, rules(index))) offered.push(candidate)
  }
  const chosen = chooseCandidates(withoutRepeats(offered), room - count(head) - 1, state.held)
  const lines = linesOf(chosen, source, range)
  for (const line of missingReplacements(source, range, lines.join('\n'))) lines.push(line)
  if (!lines.length) return undefined
  return {
    text: (head ? [head, ...lines] : lines).join('\n'),
    adjoins: !head,
    whole: wholeAmong(offered, chosen),
    unsaid: unsaidAmong(offered, { chosen, state }),
  }
}

function headOf(transcript: Transcript, state: FoldState): string {
  if (adjoinsDigest(transcript, state)) return ''
  return state.digests.length ? RECORD_NEXT : RECORD_HEAD
}

function indicesOf({ from, to }: { readonly from: number; readonly to: number }): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place)
}

/** What is said twice is worth a line once. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const texts = new Set<string>()
  return candidates.filter(({ text }) => {
    const isNew = !texts.has(text)
    texts.add(text)
    return isNew
  })
}

/** Messages of which every fragment is among the chosen, as it was said: what stands for a block leaves out most of it. */
function wholeAmong(offered: readonly Candidate[], chosen: readonly Candidate[]): number[] {
  const texts = new Set(chosen.map(({ text }) => text))
  const whole = new Set(offered.map(({ message }) => message))
  for (const { message, text, isBlock } of offered) if (isBlock || !texts.has(text)) whole.delete(message)
  return [...whole]
}

/** One line a message: who, when, what was chosen, and a mark for what was not. */
function linesOf(
  chosen: readonly Candidate[],
  { transcript, state }: { readonly transcript: Transcript; readonly state: FoldState },
  range: { readonly from: number; readonly to: number },
): string[] {
  const kept = new Map<number, { text: string; tokens: number }>()
  for (const { message, text, tokens } of chosen) {
    const before = kept.get(message)
    kept.set(message, before ? { text: `${before.text}; ${text}`, tokens: before.tokens + tokens } : { text, tokens })
  }
  const lines: string[] = []
  for (const index of [...state.unsaid.filter((earlier) => kept.has(earlier)), ...indicesOf(range)]) {
    if (!isCondensed(transcript, state, index)) continue
    const line = kept.get(index)
    const isGone = !line && !transcript.opaqueKindsOf(index).length
    if (isGone) continue
    const text = (line?.text ?? '') + elisionMark(transcript, index, line?.tokens ?? 0)
    lines.push(lineHead(state.turns[index]!, transcript.roleOf(index), transcript.nameOf(index)) + text.trimStart())
  }
  return lines
}
