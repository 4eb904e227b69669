import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import type { Asked } from './asked.ts'
import { condense } from './condense.ts'
import { linesAbout } from './lines-about.ts'
import type { Need } from './need.ts'

/** A message that says little by itself ("shorter, please") leans on the answer before it; a question may be short. */
const LITTLE_SUBSTANCE = { wish: 3.2, question: 2.2 }
/** Share of its content words at which an answer says to a question what it said. */
const GIST_COVERAGE = 0.86
/** Room for the lines that a message takes up, in tokens. */
const LINES_TOKENS = 120

/** What a recall gives of one message, whatever else it holds. */
export interface Given {
  readonly index: number
  readonly text: string
}

/**
 * What a message gets of the last answer because it leans on it, when that has just been folded. One that says little
 * names nothing that could be looked for, in whatever language: a wish ("shorter, please") gets all of the answer, up to a
 * share of the history, and a question its gist. One that takes up much of what was answered gets those lines, unless a
 * recall looks for them anyway.
 */
export function leanedOn(
  source: Source,
  { asked, need, wasAsked }: { readonly asked: Asked; readonly need: Need; readonly wasAsked: boolean },
): Given | undefined {
  const { transcript, state, policy } = source
  const index = state.keys.length - 1
  if (index < state.lead || index >= state.boundary || state.roles[index] !== 'assistant') return undefined
  const isQuestion = need.asking > 0
  if (need.substance <= LITTLE_SUBSTANCE[isQuestion ? 'question' : 'wish']) {
    if (state.tokens[index]! > policy.wholeAnswerShare * state.historyTokens) return undefined
    const said = saidIn(transcript, index)
    return { index, text: isQuestion ? condense(said, GIST_COVERAGE) : said }
  }
  if (wasAsked || need.answered < policy.leanShare) return undefined
  const text = linesAbout(source, index, { weights: asked.weights, room: LINES_TOKENS })
  return text ? { index, text } : undefined
}
