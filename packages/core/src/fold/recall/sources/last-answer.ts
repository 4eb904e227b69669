import type { Language } from '../../../lexicon/languages.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { QUESTION_SIGN } from '../../../text/question-sign.ts'
import { artifactSigns, CODE_FENCE } from '../../active-artifact.ts'
import { chosenFrom } from '../../digest/chosen.ts'
import { genreOf } from '../../genre.ts'
import { languageAt } from '../../language-at.ts'
import { outputIn, saidIn } from '../../transcript.ts'
import { condense } from '../condense.ts'
import { linesAbout } from '../lines-about.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { opensAsWish } from '../wishes.ts'
import { changesSubject, continuesProse, repeatsTask } from './continuation.ts'

/** The end of the opening words, which may choose an item. */
const OPENING_ENDS = /[.!?;,](?=\s|$)/u

/**
 * The last answer, if it has just been folded and the message continues it:
 * - whole, if it contains code, if the message chooses an item of its list or works on it, if the message names nothing
 *   that could be searched ("shorter, please"), or if the answer is short;
 * - its gist, if the message is a question with little information that names nothing from an earlier turn;
 * - the question at its end, if the message seems to answer it;
 * - the lines that the message continues, or its gist, if the whole does not fit and the ranked messages are not wanted.
 */
export const lastAnswer: RecallSource = { value: 1, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, count, demand } = request
  const index = state.roles.findLastIndex((role) => role !== 'system')
  const isFolded = index >= state.systemEnd && index < state.boundary && !state.standing.has(index)
  if (!isFolded || state.roles[index] !== 'assistant') return
  const text = textOf(request, index)
  if (!text) return
  // The tokens of a whole answer are already known, and it may be long.
  const isWhole = text === saidIn(transcript, index)
  const tokens = isWhole ? state.tokens[index]! : count(text)
  const isNeeded = text.includes(CODE_FENCE)
  const room = isNeeded ? demand.limit : allocation.left
  if (tokens <= room) {
    yield { index, text, tokens, isNeeded }
    // The tokens of the answer include what the provider's tools returned for it.
    if (isWhole) yield { index, text: outputIn(transcript, index).join('\n'), tokens: 0, isOfTool: true }
  } else if (!demand.isWanted) {
    const part = partOf(request, index, room)
    if (part) yield { index, text: part, tokens: count(part) }
  }
}

/** Shares of the gist, the largest first, of which the first that fits is sent. */
const GIST_SHARES = [1, 0.6, 0.3]

/** The lines of an answer that the message continues. A message that shares no word with it gets as much of its gist as fits. */
function partOf(request: RecallRequest, index: number, room: number): string {
  const { transcript, policy, count } = request
  const lines = linesAbout(request, index, Math.min(room, policy.recall.linesTokens))
  if (lines) return lines
  const said = saidIn(transcript, index)
  const prior = languageAt(transcript, index)
  for (const share of GIST_SHARES) {
    const gist = condense(request, said, { coverage: share * policy.recall.sources.lastAnswer.gist, prior })
    if (count(gist) <= room) return gist
  }
  return ''
}

function textOf(request: RecallRequest, index: number): string | undefined {
  const { transcript, state, features, policy } = request
  const { shortTokens, list, strangeKnown, little, gist } = policy.recall.sources.lastAnswer
  const said = saidIn(transcript, index)
  // Every character of code counts.
  if (said.includes(CODE_FENCE)) return said
  if (state.tokens[index]! <= shortTokens && continuesExchange(request, index)) return said
  if (state.tokens[index]! <= list.tokens && choosesFrom(request, said)) return said
  const isQuestion = features.asking > 0
  const kind = !isQuestion ? 'wish' : features.known < strangeKnown ? 'strange' : 'question'
  if (features.substance <= little[kind] && !(isQuestion && asksElsewhere(request, index)))
    return isQuestion ? condense(request, said, { coverage: gist, prior: languageAt(transcript, index) }) : said
  return worksOn(request, index) ? said : questionAnswered(request, index)
}

/** True if the words of a question occur earlier, and neither in the answer nor in its question. */
function asksElsewhere({ state, query }: RecallRequest, index: number): boolean {
  const { cues, known, scores } = query
  if (known === 0 || cues.has('answer') || cues.has('demonstrative') || cues.opensWith('continuation')) return false
  const asker = state.roles.lastIndexOf('user', index)
  return [index, asker].every((i) => !scores[i - state.systemEnd])
}

/**
 * True if a short message, or the opening of any message, chooses an item of the list in the answer ("2. and how many
 * guests?"). The output of a terminal begins with figures and chooses nothing.
 */
function choosesFrom(request: RecallRequest, answer: string): boolean {
  const { query, tokens, policy } = request
  const { choosingTokens } = policy.recall.sources.lastAnswer.list
  const opening = query.text.trim().split(OPENING_ENDS, 1)[0]!
  const texts = tokens <= choosingTokens ? [opening, query.text] : [opening]
  return texts.some((text) => chosenFrom(answer, text).length > 0) && !artifactSigns(request).isTerminalSession
}

/** The question at the end of the answer, or all of a short answer, if the message neither asks nor wishes for something. */
function questionAnswered(request: RecallRequest, index: number): string | undefined {
  const { transcript, state, query, features, policy } = request
  const { tokens, historyTokens, most } = policy.recall.sources.lastAnswer.asking
  if (features.asking > most || opensAsWish(query.cues)) return undefined
  const said = saidIn(transcript, index)
  const closing = closingQuestion(said, languageAt(transcript, index))
  if (!closing) return undefined
  const isSmall = state.tokens[index]! <= tokens && state.historyTokens <= historyTokens
  return isSmall && !changesSubject(request, index) ? said : closing
}

/** True if the message continues the last exchange, and does not say enough on its own. */
function continuesExchange(request: RecallRequest, index: number): boolean {
  const { query, features, policy } = request
  const { cues } = query
  if (cues.has('answer')) return true
  if (features.substance > policy.recall.sources.lastAnswer.goingOnSubstance) return false
  return cues.has('demonstrative') || cues.opensWith('continuation') || !changesSubject(request, index)
}

/**
 * True if the message works on the answer, by one of these signs:
 * - the answer contains enough of the message's information;
 * - it names the answer, or says "it" or "that", and says little else;
 * - it repeats the same task;
 * - it asks for the next part of a text that is written in turns;
 * - it is so long that the answer adds little to its cost.
 */
function worksOn(request: RecallRequest, index: number): boolean {
  const { state, policy, query, features, tokens } = request
  const { namingSubstance, pointing } = policy.recall.sources.lastAnswer
  const size = state.tokens[index]!
  if (size <= policy.recall.shortAnswerShare * tokens) return true
  if (features.answered >= policy.recall.leanShare[genreOf(state, policy) === 'records' ? 'records' : 'usual'])
    return true
  if (repeatsTask(request) || continuesProse(request, index)) return true
  if (features.substance <= namingSubstance && query.cues.has('answer')) return true
  return size >= pointing.workTokens && features.substance <= pointing.substance && query.cues.has('demonstrative')
}

/** Characters of the end of an answer: its last paragraph, or the last sentences of a longer one. */
const MAX_CHARACTERS = 320
/** "**Question 2: Tell me about a conflict.**": bold text at the end is a task for the user. */
const STANDS_OUT = /\*\*[^*]{12,}\*\*/

/**
 * The question at the end of an answer, with the sentences next to it. The user's next message mostly answers it, in words that
 * mean nothing without it. Empty if the answer ends neither with a question nor with a task in bold text.
 */
export function closingQuestion(answer: string, language: Language | undefined): string {
  const text = answer.slice(-4 * MAX_CHARACTERS).trimEnd()
  const last = text.slice(text.lastIndexOf('\n') + 1)
  const sentences = fragmentsOf(last, language)
  const first = sentences.findIndex(({ start }) => last.length - start <= MAX_CHARACTERS)
  const closing = first < 0 ? '' : last.slice(sentences[first]!.start).trimStart()
  return QUESTION_SIGN.test(closing) || STANDS_OUT.test(closing) ? closing : ''
}
