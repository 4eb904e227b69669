import { fragmentsOf } from '../../../text/fragments.ts'
import { chosenFrom } from '../../digest/chosen.ts'
import { genreOf } from '../../genre.ts'
import { saidIn } from '../../transcript.ts'
import { CODE_FENCE, isShell } from '../../work-in-hand.ts'
import { condense } from '../condense.ts'
import { linesAbout } from '../lines-about.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { opensAsWish } from '../wishes.ts'
import { changesSubject, continuesProse, repeatsTask } from './continuation.ts'

/**
 * A message that says little by itself ("shorter, please") goes on from the answer before it; a question may be short, but
 * not one of whose words hardly any was ever said ("too expensive, cheaper ones?").
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
const OPENING_ENDS = /[.!?;,](?=\s|$)/u
/** Room for the lines that a message takes up, in tokens. */
const LINES_TOKENS = 120

/**
 * The last answer, when it has just been folded and the message goes on from it:
 * - whole, where it holds code, where the message takes an item of its list or works on it, where the message says so
 *   little that it names nothing that could be looked for ("shorter, please"), and where the answer is short;
 * - its gist, where the message is a question that says little;
 * - the lines that the message takes up, where there is no room for the whole.
 */
export const lastAnswer: RecallSource = { value: 1, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, count, query, demand } = request
  const index = state.roles.findLastIndex((role) => role !== 'system')
  const isFolded = index >= state.lead && index < state.boundary && !state.standing.has(index)
  if (!isFolded || state.roles[index] !== 'assistant') return
  const text = textOf(request, index)
  if (!text) return
  // An answer as it came has been counted, and may be long.
  const tokens = text === saidIn(transcript, index) ? state.tokens[index]! : count(text)
  const isShort = state.tokens[index]! <= SHORT_ANSWER_TOKENS
  const isNeeded = text.includes(CODE_FENCE)
  if (tokens <= (isShort ? allocation.left : demand.limit)) yield { index, text, tokens, isNeeded }
  else if (!demand.isWanted) {
    const lines = linesAbout(request, index, { weights: query.weights, room: LINES_TOKENS })
    const size = count(lines)
    if (lines && size <= demand.limit) yield { index, text: lines, tokens: size }
  }
}

function textOf(request: RecallRequest, index: number): string | undefined {
  const { state, features } = request
  const said = saidIn(request.transcript, index)
  // Every character of code counts.
  if (said.includes(CODE_FENCE)) return said
  if (state.tokens[index]! <= SHORT_ANSWER_TOKENS && goesOn(request, index)) return said
  if (state.tokens[index]! <= LIST_TOKENS && choosesFrom(request, said)) return said
  const isQuestion = features.asking > 0
  const kind = !isQuestion ? 'wish' : features.known < STRANGE_KNOWN ? 'strange' : 'question'
  if (features.substance <= LITTLE_SUBSTANCE[kind]) return isQuestion ? condense(said, GIST_COVERAGE) : said
  return worksOn(request, index) ? said : questionAnswered(request, index)
}

/**
 * Whether a short message, or what any opens with, takes something of the list in the answer ("2. and how many guests?").
 * What a shell prints opens with figures and chooses nothing.
 */
function choosesFrom(request: RecallRequest, answer: string): boolean {
  const { query, tokens } = request
  const opening = query.text.trim().split(OPENING_ENDS, 1)[0]!
  const texts = tokens <= CHOOSING_TOKENS ? [opening, query.text] : [opening]
  return texts.some((text) => chosenFrom(answer, text).length > 0) && !isShell(request)
}

/** The question at the end of the answer, or all of a short one, where the message neither asks nor wishes for something. */
function questionAnswered(request: RecallRequest, index: number): string | undefined {
  const { transcript, state, query, features } = request
  if (features.asking > MOST_ASKING || opensAsWish(query.cues)) return undefined
  const said = saidIn(transcript, index)
  const closing = closingQuestion(said)
  if (!closing) return undefined
  const isSmall = state.tokens[index]! <= ASKING_TOKENS && state.historyTokens <= ASKING_HISTORY
  return isSmall && !changesSubject(request, index) ? said : closing
}

/** Whether the message goes on from the last exchange, and does not say enough by itself. */
function goesOn(request: RecallRequest, index: number): boolean {
  const { cues } = request.query
  if (cues.has('answer')) return true
  if (request.features.substance > GOING_ON_SUBSTANCE) return false
  return cues.has('demonstrative') || cues.opensWith('continuation') || !changesSubject(request, index)
}

/**
 * Whether the message works on the answer: where it shares enough of its words, or says "it" or "that" and little else,
 * gives the same task again, wishes for more of a text that is being written, or is so long that the answer beside it
 * costs little.
 */
function worksOn(request: RecallRequest, index: number): boolean {
  const { state, policy, query, features, tokens } = request
  const size = state.tokens[index]!
  if (size <= policy.recall.shortAnswerShare * tokens) return true
  if (features.answered >= policy.recall.leanShare[genreOf(state, policy) === 'records' ? 'records' : 'usual'])
    return true
  if (repeatsTask(request) || continuesProse(request, index)) return true
  if (features.substance <= NAMING_SUBSTANCE && query.cues.has('answer')) return true
  return size >= WORK_TOKENS && features.substance <= POINTING_SUBSTANCE && query.cues.has('demonstrative')
}

/** What an answer ends with is a paragraph of so many characters at most, and of a longer one its last sentences. */
const MOST_CHARACTERS = 320
const ASKS = /[?？؟՞]/
/** "**Question 2: Tell me about a conflict.**": what stands out at the end is what is to be answered. */
const STANDS_OUT = /\*\*[^*]{12,}\*\*/

/**
 * What an answer asks at its end, with the sentences beside it: what the user says next mostly answers that, in words that
 * say nothing without it. Empty where it ends with no question.
 */
export function closingQuestion(answer: string): string {
  const text = answer.slice(-4 * MOST_CHARACTERS).trimEnd()
  const last = text.slice(text.lastIndexOf('\n') + 1)
  const sentences = fragmentsOf(last)
  const first = sentences.findIndex(({ start }) => last.length - start <= MOST_CHARACTERS)
  const closing = first < 0 ? '' : last.slice(sentences[first]!.start).trimStart()
  return ASKS.test(closing) || STANDS_OUT.test(closing) ? closing : ''
}
