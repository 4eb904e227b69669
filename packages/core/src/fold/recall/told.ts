import type { FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'
import { type Asked, relative } from './asked.ts'
import type { GateMemory } from './gate-memory.ts'
import { type Need, shareAsked } from './need.ts'

/** More than what ordinary questions share with what was told before; less where the message points back by itself. */
const LEAST_TOLD = { asking: 0.4, pointingBack: 0.2 }
/** How fast the score rises with more than that. */
const STEEPNESS = 10
const NOT_TOLD = Number.NEGATIVE_INFINITY

export interface ToldSource {
  readonly transcript: Transcript
  readonly state: FoldState
}

/**
 * Log-odds that a message asks for what the user has told: its words are known and out of sight, and it is a folded
 * statement of the user's that answers to them. In a conversation of short questions on many things it is this alone that
 * tells such a question from the others, whose words are found in earlier questions or in answers.
 */
export function toldScore(
  source: ToldSource,
  { asked, need, memory }: { readonly asked: Asked; readonly need: Need; readonly memory: GateMemory },
): number {
  const usual = memory.habits ?? need
  const ordinary =
    usual.known * usual.outOfSight * usual.matched + (need.pointsBack ? LEAST_TOLD.pointingBack : LEAST_TOLD.asking)
  const lost = need.known * need.outOfSight
  if ((need.asking <= 0.5 && !need.pointsBack) || lost <= ordinary) return NOT_TOLD
  return 1 + STEEPNESS * (lost * bestStatement(source, asked) - ordinary)
}

/** How well the user's best folded message answers to the terms, from 0 to 1; 0 when that is itself a question. */
function bestStatement({ transcript, state }: ToldSource, asked: Asked): number {
  const { scores } = asked
  let best = -1
  for (let i = 0; i < state.boundary - state.lead; i++) {
    if (state.roles[state.lead + i] === 'user' && (best < 0 || scores[i]! > scores[best]!)) best = i
  }
  if (best < 0) return 0
  const pieces = transcript.piecesOf(state.lead + best)
  const isStatement = pieces.every(({ kind }) => kind === 'said') && shareAsked(pieces) <= 0.5
  return isStatement ? relative(asked, scores[best]!) : 0
}
