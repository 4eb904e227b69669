import type { MessageFacts, SentenceFacts } from '../message-facts.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import type { SentenceReading } from './sentence-reading.ts'

/** A question and the message that answers it, if any does. */
export interface AnsweredQuestion {
  readonly turn: number
  readonly sentence: number
  readonly answer: number | undefined
}

/** In a long message of the assistant questions before the last sentences are headings and figures of speech. */
const LONG_MESSAGE = 120
const CLOSING_SENTENCES = 3
/** A reply of so many words answers what was asked, or says so. */
const LONG_REPLY = 12
/** A reply that begins with another topic, or without an answer, has to be so many times as long. */
const PUT_OFF = 4
const SHORT_REPLY = 9
const FRAGMENT = 2

/** Every question of the transcript, in order, with the message that answers it. */
export function answersOf(messages: readonly TranscriptMessage[], facts: readonly MessageFacts[]): AnsweredQuestion[] {
  const questions: AnsweredQuestion[] = []
  const late = createLateSearch(facts)
  facts.forEach((each, turn) => {
    const asked = each.sentences.map((_, i) => i).filter((i) => isAsked(messages, each, { turn, sentence: i }))
    for (const sentence of asked) {
      const question = each.sentences[sentence]!
      const reply = replyTo(messages, turn)
      const answer =
        reply !== undefined && isAnswered(question, facts[reply]!, asked.length > 1)
          ? reply
          : late(question, turn, reply)
      questions.push({ turn, sentence, answer })
    }
  })
  return questions
}

function isAsked(
  messages: readonly TranscriptMessage[],
  facts: MessageFacts,
  place: { readonly turn: number; readonly sentence: number },
): boolean {
  if (!facts.sentences[place.sentence]!.reading?.question) return false
  const isLate = place.sentence >= facts.sentences.length - CLOSING_SENTENCES
  return messages[place.turn]!.role === 'user' || facts.tokens < LONG_MESSAGE || isLate
}

/** The next message of the other one. */
function replyTo(messages: readonly TranscriptMessage[], turn: number): number | undefined {
  for (let next = turn + 1; next < Math.min(messages.length, turn + 4); next++)
    if (messages[next]!.role !== messages[turn]!.role) return next
  return undefined
}

function isAnswered(question: SentenceFacts, reply: MessageFacts, isOneOfSeveral: boolean): boolean {
  const statements = reply.sentences.filter(({ kind, reading }) => kind === 'prose' && !reading?.question)
  if (reply.passages.some(({ kind }) => kind !== 'prose' && kind !== 'quote')) return true
  const first = statements[0]
  if (!first) return false
  const words = statements.reduce((sum, { reading }) => sum + (reading?.reply.words ?? LONG_REPLY), 0)
  const defers = first.reading?.reply.defers ?? false
  const isPutOff = defers || (first.reading?.reply.isAside ?? false)
  if (words >= LONG_REPLY * (isPutOff ? PUT_OFF : 1)) return true
  const useful = statements.filter(({ reading }) => reading && !reading.reply.defers)
  if (isPutOff)
    return useful.some((sentence) => sharedTerms(question, sentence) >= 2 && fits(question, sentence.reading!))
  return useful.some((sentence) => {
    const { opens, words: length } = sentence.reading!.reply
    const isOpening = sentence === first
    if (!fits(question, sentence.reading!)) return false
    if (sharedTerms(question, sentence) > 0) return true
    const isValue = question.reading!.question!.wantsValue
    return isOpening && (opens || (!isOneOfSeveral && (isValue || length <= SHORT_REPLY)))
  })
}

/** Whether a statement names a value where one is asked for. */
function fits({ reading }: SentenceFacts, { reply }: SentenceReading): boolean {
  return reply.words <= FRAGMENT || reply.hasAmount || !reading!.question!.wantsValue
}

/** Distinct terms of the question that a sentence holds. */
function sharedTerms(question: SentenceFacts, sentence: SentenceFacts): number {
  let shared = 0
  for (const term of question.terms) if (sentence.terms.includes(term)) shared++
  return shared
}

/** A later statement, by whoever, that holds most of the question's terms and is of the kind that was wanted. */
type LateSearch = (question: SentenceFacts, turn: number, reply: number | undefined) => number | undefined

function createLateSearch(facts: readonly MessageFacts[]): LateSearch {
  let places: { turn: number; sentence: SentenceFacts }[] | undefined
  const byTerm = new Map<number, number[]>()
  const build = (): { turn: number; sentence: SentenceFacts }[] => {
    const all: { turn: number; sentence: SentenceFacts }[] = []
    facts.forEach((each, turn) => {
      for (const sentence of each.sentences) {
        const { reading } = sentence
        if (!reading || reading.question || reading.reply.defers) continue
        for (const term of sentence.terms) {
          const list = byTerm.get(term)
          if (list) list.push(all.length)
          else byTerm.set(term, [all.length])
        }
        all.push({ turn, sentence })
      }
    })
    return all
  }
  return (question, turn, reply) => {
    if (!question.terms.length) return undefined
    places ??= build()
    const first = lowerBound(places.length, (at) => places![at]!.turn > turn)
    const counts = new Map<number, number>()
    for (const term of question.terms) {
      const list = byTerm.get(term) ?? []
      const from = lowerBound(list.length, (at) => list[at]! >= first)
      for (let i = from, taken = 0; i < list.length && taken < 40; i++, taken++)
        counts.set(list[i]!, (counts.get(list[i]!) ?? 0) + 1)
    }
    const least = Math.max(question.terms.length > 2 ? 2 : 1, Math.ceil(0.6 * question.terms.length))
    for (const at of [...counts.keys()].sort((a, b) => a - b)) {
      const place = places[at]!
      if (place.turn === turn || place.turn === reply) continue
      if (counts.get(at)! >= least && fits(question, place.sentence.reading!)) return place.turn
    }
    return undefined
  }
}

/** The first place for which it holds, where it holds for all behind it. */
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
