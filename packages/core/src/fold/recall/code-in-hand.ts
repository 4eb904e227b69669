import { createRecentMap, type RecentMap } from '../../recent-map.ts'
import { information } from '../../words/wording.ts'
import { looksLikeCode } from '../digest/ledger-lines.ts'
import { separatorOf } from '../digest/typed/block-kind.ts'
import { blocksOf } from '../digest/typed/blocks.ts'
import type { Source } from '../source.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import { saidIn } from '../transcript.ts'
import type { Asked } from './asked.ts'
import { termsAt } from './term-arena.ts'

/** Messages before the newest among which may be what is still worked on. */
const REACH = 8
/** Share of the information of a message that has to be in code further back than the last exchange. */
const NAMED_SHARE = 0.2
/** Share of the user's messages above which it is a shell that prints. */
const MOST_WITH_CODE = 0.5
const LEAST_LINES = 4
/** Share of the lines of code that are set in, or close what was. */
const LEAST_SET_IN = 0.3

const FENCE = '```'
/** What somebody gives to have it worked on. What machines print, logs and traces, is looked at once. */
const WORKED_ON: ReadonlySet<string> = new Set(['code', 'json', 'table', 'diff'])

/** Whether the text holds code, with or without a fence, or data: anything of which every character counts. */
export function holdsCode(text: string): boolean {
  if (text.includes(FENCE)) return true
  return blocksOf(text).some(
    ({ kind, lines }) => lines.length >= LEAST_LINES && (WORKED_ON.has(kind) || (kind === 'prose' && isLoose(lines))),
  )
}

/** Program text or rows of cells without a fence. */
function isLoose(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim())
  if (filled.length < LEAST_LINES) return false
  const setIn = filled.filter((line) => /^(?:\s{2,}|\t|\s*[}\])])/.test(line)).length
  if (setIn >= LEAST_SET_IN * filled.length && looksLikeCode(filled)) return true
  // The line before the rows may say what they are.
  return separatorOf(filled) !== undefined || separatorOf(filled.slice(1)) !== undefined
}

/**
 * The folded user message with code or data that a new message is about: that of the last exchange in any case, one
 * further back where the new one names enough of what stands there, or says so little (`isVague`) that it names nothing.
 * The newest alone, since what it was before is not what is worked on. None where most of what the user says is of that
 * kind: then it is no person who speaks, but a shell.
 */
export function codeInHand(source: Source, asked: Asked, isVague: boolean): number | undefined {
  const { transcript, state } = source
  const end = state.keys.length
  const said: number[] = []
  for (let index = end - 1; index >= Math.max(state.lead, end - REACH); index--) {
    if (state.roles[index] === 'user' && !transcript.answersOf(index).length) said.push(index)
  }
  const withCode = said.filter((index) => isKnownToHoldCode(source, index))
  const [index] = withCode
  if (index === undefined || withCode.length > MOST_WITH_CODE * said.length) return undefined
  if (index >= state.boundary || state.standing.has(index)) return undefined
  const isMeant = index === said[0] || isVague || namedShare(source, index, asked) >= NAMED_SHARE
  return isMeant ? index : undefined
}

/** By state, and gone with it: it only saves reading the same message again at the next turns. */
const remembered = new WeakMap<FoldState, RecentMap<boolean>>()

function isKnownToHoldCode({ transcript, state, policy }: Source, index: number): boolean {
  // There is no room for more, whatever it is.
  if (state.tokens[index]! > policy.mostRecallTokens) return false
  let known = remembered.get(state)
  if (!known) {
    known = createRecentMap(2 * REACH)
    remembered.set(state, known)
  }
  const key = transcript.keyOf(index)
  const answer = known.get(key) ?? holdsCode(saidIn(transcript, index))
  known.set(key, answer)
  return answer
}

/** Share of what a message asks that stands in message `index`. */
function namedShare({ state }: Source, index: number, { terms }: Asked): number {
  const frequencies = frequenciesOf(state)
  const there = new Set(termsAt(state.terms, index))
  let all = 0
  let named = 0
  for (const id of terms.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (there.has(id)) named += weight
  }
  return all ? named / all : 0
}
