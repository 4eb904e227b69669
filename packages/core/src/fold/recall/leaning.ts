import { genreOf } from '../budget.ts'
import { chosenFrom } from '../digest/chosen.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { CODE_FENCE, isShell } from '../work-in-hand.ts'
import { namesAnswer, opensAsContinuation } from './answer-words.ts'
import type { Asked } from './asked.ts'
import { changesSubject } from './changes-subject.ts'
import { closingQuestion } from './closing-question.ts'
import { condense } from './condense.ts'
import { linesAbout } from './lines-about.ts'
import type { Need } from './need.ts'
import { pointsAtSomething } from './pointing-words.ts'
import { isSameTask } from './same-task.ts'
import { opensAsWish } from './wrapping-up.ts'
import { writesOn } from './writing-on.ts'

/**
 * A message that says little by itself ("shorter, please") leans on the answer before it; a question may be short, but not
 * one of whose words hardly any was ever said ("too expensive, cheaper ones?").
 */
const LITTLE_SUBSTANCE = { wish: 4, question: 2.2, strange: 3.2 }
const STRANGE_KNOWN = 0.4
/** Share of its content words at which an answer says to a question what it said. */
const GIST_COVERAGE = 0.86
/** What may follow "it" or "that" in a message that is yet about what it stands for ("make it formal, and shorter"). */
const POINTING_SUBSTANCE = 6
/** A shorter answer is talk, and not something that is worked on. */
const WORK_TOKENS = 100
/** An answer up to here comes back whole to whatever goes on from it: without it there is nothing to go on from. */
const SHORT_ANSWER_TOKENS = 120
/** A message that says more speaks for itself, unless it names the answer. */
const GOING_ON_SUBSTANCE = 7
/** And of a longer answer, where it names that and says no more than this. */
const NAMING_SUBSTANCE = 8
/** An answer up to here that ends with a question comes back whole, in a history up to there. */
const ASKING_TOKENS = 200
const ASKING_HISTORY = 8000
/** A message of which more are questions answers none. */
const MOST_ASKING = 0.6
/** A list up to here comes back whole to a message that takes something of it: "the second" may be counted in another way. */
const LIST_TOKENS = 500
/** A message that says more tells of firsts and seconds of its own. */
const CHOOSING_TOKENS = 48
/** Where the few words that choose end, and what the message says beside them begins. */
const OPENING_ENDS =
  /[.!?;,](?=\s|$)|\s(?:but|and|with|aber|und|mit|maar|en|met|mais|et|avec|pero|y|con|mas|e|com|ma|ale|но|и|с)\s/u
/** Room for the lines that a message takes up, in tokens. */
const LINES_TOKENS = 120

/** What a recall gives of one message, whatever else it holds. */
export interface Given {
  readonly index: number
  readonly text: string
  readonly tokens: number
  /** Whether the rest of the message may be recalled beside it. */
  readonly isPart?: boolean
}

interface Leaning {
  readonly asked: Asked
  readonly need: Need
  readonly wasAsked: boolean
  /** Tokens that it may get, and that a short answer may get: that is not to cost what the folds have saved. */
  readonly most: number
  readonly spare: number
  /** Tokens of the message. */
  readonly tokens: number
}

/**
 * What a message gets of the last answer because it leans on it, when that has just been folded: all of it where that
 * holds code, where it takes something of a list in it, where it works on that, or says so little that it names nothing
 * that could be looked for, in whatever language ("shorter, please"), and where the answer is short and the message goes
 * on from it; its gist where it is a question that says little. Of an answer for which there is no room it gets the lines
 * it takes up, unless a recall looks for them anyway.
 */
export function leanedOn(source: Source, leaning: Leaning): Given | undefined {
  const { transcript, state, count } = source
  const index = state.roles.findLastIndex((role) => role !== 'system')
  const isFolded = index >= state.lead && index < state.boundary && !state.standing.has(index)
  if (!isFolded || state.roles[index] !== 'assistant') return undefined
  const text = textOf(source, index, leaning)
  if (!text) return undefined
  // An answer as it came has been counted, and may be long.
  const tokens = text === saidIn(transcript, index) ? state.tokens[index]! : count(text)
  const isShort = state.tokens[index]! <= SHORT_ANSWER_TOKENS
  if (tokens <= (isShort ? leaning.spare : leaning.most)) return { index, text, tokens }
  const lines = linesAbout(source, index, { weights: leaning.asked.weights, room: LINES_TOKENS })
  const size = count(lines)
  return !leaning.wasAsked && lines && size <= leaning.most ? { index, text: lines, tokens: size } : undefined
}

function textOf(source: Source, index: number, leaning: Leaning): string | undefined {
  const { state } = source
  const { need } = leaning
  const said = saidIn(source.transcript, index)
  // Every character of code counts.
  if (said.includes(CODE_FENCE)) return said
  if (state.tokens[index]! <= SHORT_ANSWER_TOKENS && goesOn(source, index, leaning)) return said
  if (state.tokens[index]! <= LIST_TOKENS && takesOfList(source, said, leaning)) return said
  const isQuestion = need.asking > 0
  const kind = !isQuestion ? 'wish' : need.known < STRANGE_KNOWN ? 'strange' : 'question'
  if (need.substance <= LITTLE_SUBSTANCE[kind]) return isQuestion ? condense(said, GIST_COVERAGE) : said
  return takesUp(source, index, leaning) ? said : askedBack(source, index, leaning)
}

/**
 * Whether a short message, or what any opens with, takes something of the list in the answer ("2. and how many guests?").
 * What a shell prints opens with figures and chooses nothing.
 */
function takesOfList(source: Source, answer: string, { asked, tokens }: Leaning): boolean {
  const opening = asked.text.trim().split(OPENING_ENDS, 1)[0]!
  const texts = tokens <= CHOOSING_TOKENS ? [opening, asked.text] : [opening]
  return texts.some((text) => chosenFrom(answer, text).length > 0) && !isShell(source)
}

/** What the message answers: where it neither asks nor wishes for something by itself, and the last answer ends with a question. */
function askedBack(source: Source, index: number, { asked, need }: Leaning): string | undefined {
  const { transcript, state } = source
  if (need.asking > MOST_ASKING || opensAsWish(asked.text)) return undefined
  const said = saidIn(transcript, index)
  const closing = closingQuestion(said)
  if (!closing) return undefined
  const isSmall = state.tokens[index]! <= ASKING_TOKENS && state.historyTokens <= ASKING_HISTORY
  return isSmall && !changesSubject(source, index, asked) ? said : closing
}

/** Whether the message goes on from the last exchange, and does not say enough by itself. */
function goesOn(source: Source, index: number, { asked, need }: Leaning): boolean {
  if (namesAnswer(asked.text)) return true
  if (need.substance > GOING_ON_SUBSTANCE) return false
  return pointsAtSomething(asked.text) || opensAsContinuation(asked.text) || !changesSubject(source, index, asked)
}

/**
 * Whether the message works on the answer: where it shares enough of its words, or says "it" or "that" and little else,
 * gives the same task again, wishes for more of a text that is being written, or is so long that the answer beside it
 * costs little.
 */
function takesUp(source: Source, index: number, { asked, need, tokens }: Leaning): boolean {
  const { state, policy } = source
  const size = state.tokens[index]!
  if (size <= policy.shortAnswerShare * tokens) return true
  if (need.answered >= policy.leanShare[genreOf(state) === 'records' ? 'records' : 'usual']) return true
  if (isSameTask(source, asked.text) || writesOn(source, index, { asked, need })) return true
  if (need.substance <= NAMING_SUBSTANCE && namesAnswer(asked.text)) return true
  return size >= WORK_TOKENS && need.substance <= POINTING_SUBSTANCE && pointsAtSomething(asked.text)
}
