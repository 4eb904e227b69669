import { activeArtifact } from './active-artifact.ts'
import { type Budget, budgetOf } from './budget.ts'
import type { Genre } from './genre.ts'
import { openQuestions } from './pin/open-question.ts'
import type { Source } from './source.ts'
import { sentBetween } from './tail.ts'

/** The budget of a fold for the current history. */
export function budgetNow(source: Source, genre: Genre): Budget {
  const { state, policy } = source
  const end = state.keys.length
  return budgetOf(state, policy, {
    genre,
    loopTokens: loopTokens(source, end),
    workTokens: workTokens(source, end),
  })
}

/** Tokens of the tail from the active artifact on. */
function workTokens(source: Source, end: number): number {
  return sentBetween(source.state, activeArtifact(source) ?? end, end)
}

/** Tokens of the tail since the question that tools are working on. 0 outside a tool loop. */
function loopTokens({ transcript, state }: Source, end: number): number {
  const question = openQuestions(transcript, state.question, end).at(-1)
  return question === undefined ? 0 : sentBetween(state, Math.max(question + 1, state.boundary), end)
}
