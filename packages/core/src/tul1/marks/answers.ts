import { addCount, addToList } from '../../maps.ts'
import { sumOf } from '../../sum.ts'
import type { MessageFacts, SentenceFacts } from '../message-facts.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import type { Place } from './conflict.ts'
import { areRivals } from './rivals.ts'

/** A question with the message that answers it. `answer` is undefined if it is uncertain whether the reply does. */
interface AskedQuestion extends Place {
  readonly answer: number | 'none' | undefined
}

/** In a long message of the assistant, questions before the last sentences are headings and figures of speech. */
const LONG_MESSAGE = 120
const CLOSING_SENTENCES = 3
/** Number of words from which on a reply may answer a question in other words. */
const LONG_REPLY = 12
/** Factor on that number for a reply that starts with another topic or without an answer. */
const PUT_OFF = 4
const SHORT_REPLY = 9
/** Largest number of words of a first sentence that takes up a term of the question: "Thursday works for me." */
const SHORT_TAKING = 4
/** Share of a question's terms that a later answer names. */
const LATE_SHARE = 0.6
const FRAGMENT = 2
/** Limit of the algorithm: sentences of a reply that are compared with each question. */
const MAX_READ = 200

/** Every question of the transcript, in order. */
export function answersOf(messages: readonly TranscriptMessage[], facts: readonly MessageFacts[]): AskedQuestion[] {
  const questions: AskedQuestion[] = []
  const late = createLateSearch(facts)
  facts.forEach((each, turn) => {
    const asked = each.sentences.map((_, i) => i).filter((i) => isAsked(messages, each, { turn, sentence: i }))
    for (const sentence of asked) {
      const question = each.sentences[sentence]!
      const reply = replyTo(messages, turn)
      const outcome = reply === undefined ? 'none' : outcomeOf(question, facts[reply]!, asked.length > 1)
      const found = outcome === 'answered' ? reply : late(question, turn, reply)
      questions.push({ turn, sentence, answer: found === 'none' && outcome === 'unsure' ? undefined : found })
    }
  })
  return questions
}

function isAsked(messages: readonly TranscriptMessage[], facts: MessageFacts, place: Place): boolean {
  if (!facts.sentences[place.sentence]!.reading?.question) return false
  const isLate = place.sentence >= facts.sentences.length - CLOSING_SENTENCES
  return messages[place.turn]!.role === 'user' || facts.tokens < LONG_MESSAGE || isLate
}

/** The next message of the other speaker, among the three after `turn`. */
function replyTo(messages: readonly TranscriptMessage[], turn: number): number | undefined {
  for (let next = turn + 1; next < Math.min(messages.length, turn + 4); next++)
    if (messages[next]!.role !== messages[turn]!.role) return next
  return undefined
}

/** The effect of a reply on a question. */
type Outcome = 'answered' | 'none' | 'unsure'

function outcomeOf(question: SentenceFacts, reply: MessageFacts, isOneOfSeveral: boolean): Outcome {
  const read = reply.sentences.slice(0, MAX_READ)
  const statements = read.filter(({ kind, reading }) => kind === 'prose' && !reading?.question)
  if (reply.passages.some(({ kind }) => kind !== 'prose' && kind !== 'quote')) return 'answered'
  const first = statements[0]
  if (!first) return 'none'
  const useful = statements.filter(({ reading }) => !reading?.reply.defers)
  const words = sumOf(statements, ({ reading }) => reading?.reply.words ?? LONG_REPLY)
  const isPutOff = (first.reading?.reply.defers ?? false) || (first.reading?.reply.isAside ?? false)
  if (isPutOff) {
    const isLater = useful.some((sentence) => sharedTerms(question, sentence) >= 2 && fits(question, sentence))
    return isLater ? 'answered' : words >= LONG_REPLY * PUT_OFF ? 'unsure' : 'none'
  }
  const isAnswered = useful.some((sentence) => {
    if (!fits(question, sentence)) return false
    const isTaken = sentence === first && (sentence.reading?.reply.words ?? LONG_REPLY) <= SHORT_TAKING
    const shared = sharedTerms(question, sentence)
    return (
      shared >= (isTaken ? 1 : leastShared(question)) ||
      (sentence === first && isBareAnswer(question, first, isOneOfSeveral))
    )
  })
  if (isAnswered) return 'answered'
  return words < LONG_REPLY && !useful.some((sentence) => fits(question, sentence)) ? 'none' : 'unsure'
}

/** A first sentence without a term of the question: yes or no, the requested value, or a few words without a verb. */
function isBareAnswer({ reading: asked }: SentenceFacts, { reading }: SentenceFacts, isOneOfSeveral: boolean): boolean {
  if (!reading) return false
  const { opens, words, isFragment } = reading.reply
  if (opens) return true
  return !isOneOfSeveral && (asked!.question!.wantsValue || (isFragment && words <= SHORT_REPLY))
}

/** Least number of shared terms. The answer to a yes-no question needs all of them, since it may concern another aspect. */
function leastShared({ reading, terms }: SentenceFacts): number {
  if (reading!.question!.isYesNo) return Math.max(1, terms.length)
  return terms.length > LONG_QUESTION ? 2 : 1
}

/** Number of a question's terms above which a single shared term may be a coincidence. */
const LONG_QUESTION = 3

/** False if a value is requested and the statement contains none. A reply of one or two words counts as a value. */
function fits({ reading: asked }: SentenceFacts, { reading }: SentenceFacts): boolean {
  if (!asked!.question!.wantsValue) return true
  return reading !== undefined && (reading.reply.words <= FRAGMENT || reading.reply.hasAmount)
}

/** Number of the question's terms in a sentence. 0 if the sentence is about something else. */
function sharedTerms(question: SentenceFacts, sentence: SentenceFacts): number {
  const from = question.reading!.question!.wantsValue ? 'second' : 'start'
  if (areRivals([...sentence.terms], [...question.terms], from)) return 0
  let shared = 0
  for (const term of question.terms) if (sentence.terms.includes(term)) shared++
  return shared
}

/** A later statement of any speaker with most of the question's terms and of the requested kind. */
type LateSearch = (question: SentenceFacts, turn: number, reply: number | undefined) => AskedQuestion['answer']

function createLateSearch(facts: readonly MessageFacts[]): LateSearch {
  let places: { turn: number; sentence: SentenceFacts }[] | undefined
  const byTerm = new Map<number, number[]>()
  const build = (): { turn: number; sentence: SentenceFacts }[] => {
    const all: { turn: number; sentence: SentenceFacts }[] = []
    facts.forEach((each, turn) => {
      for (const sentence of each.sentences) {
        const { reading } = sentence
        if (!reading || reading.question || reading.reply.defers || reading.claims.every(({ isLoose }) => isLoose))
          continue
        for (const term of sentence.terms) addToList(byTerm, term, all.length)
        all.push({ turn, sentence })
      }
    })
    return all
  }
  return (question, turn, reply) => {
    if (!question.terms.length) return 'none'
    places ??= build()
    const first = lowerBound(places.length, (at) => places![at]!.turn > turn)
    const counts = new Map<number, number>()
    for (const term of question.terms) {
      const list = byTerm.get(term) ?? []
      const from = lowerBound(list.length, (at) => list[at]! >= first)
      for (let i = from, taken = 0; i < list.length && taken < 40; i++, taken++) addCount(counts, list[i]!)
    }
    const named = question.terms.length
    const least = Math.max(named > 2 ? 2 : 1, Math.ceil(LATE_SHARE * named))
    const isYesNo = question.reading!.question!.isYesNo
    let isSure = true
    for (const at of [...counts.keys()].sort((a, b) => a - b)) {
      const place = places[at]!
      if (place.turn === turn || place.turn === reply) continue
      if (counts.get(at)! < least || !fits(question, place.sentence)) continue
      if (sharedTerms(question, place.sentence) > 0 && (!isYesNo || counts.get(at) === named)) return place.turn
      isSure = false
    }
    return isSure ? 'none' : undefined
  }
}

/** The first position from which on the condition holds. */
function lowerBound(length: number, isBehind: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(middle)) high = middle
    else low = middle + 1
  }
  return low
}
