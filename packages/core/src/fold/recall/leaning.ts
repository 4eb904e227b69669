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

interface Leaning {
  readonly asked: Asked
  readonly need: Need
  readonly wasAsked: boolean
  /** Tokens that it may get. */
  readonly most: number
}

/**
 * What a message gets of the last answer because it leans on it, when that has just been folded. One that says little
 * names nothing that could be looked for, in whatever language: a wish ("shorter, please") gets all of the answer, up to a
 * share of the history, and a question its gist. One that takes up much of what was answered gets those lines, unless a
 * recall looks for them anyway.
 */
export function leanedOn(source: Source, { asked, need, wasAsked, most }: Leaning): Given | undefined {
  const { state } = source
  const index = state.keys.length - 1
  if (index < state.lead || index >= state.boundary || state.roles[index] !== 'assistant') return undefined
  const text = textOf(source, index, { asked, need, wasAsked })
  return text && source.count(text) <= most ? { index, text } : undefined
}

function textOf(source: Source, index: number, { asked, need, wasAsked }: Omit<Leaning, 'most'>): string | undefined {
  const { transcript, state, policy } = source
  const isQuestion = need.asking > 0
  if (need.substance <= LITTLE_SUBSTANCE[isQuestion ? 'question' : 'wish']) {
    if (state.tokens[index]! > policy.wholeAnswerShare * state.historyTokens) return undefined
    const said = saidIn(transcript, index)
    return isQuestion ? condense(said, GIST_COVERAGE) : said
  }
  if (wasAsked || need.answered < policy.leanShare) return undefined
  return linesAbout(source, index, { weights: asked.weights, room: LINES_TOKENS })
}
