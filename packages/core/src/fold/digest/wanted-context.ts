import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { QUESTION_END } from '../../text/question-sign.ts'
import { languageAt } from '../language-at.ts'
import type { Source } from '../source.ts'
import { perMessage, saidIn } from '../transcript.ts'
import { choiceFrom, hasList } from './chosen.ts'

/** Limit of the algorithm: lists in longer answers are not searched, since one answer may be offered to many digests. */
const MAX_LIST_TOKENS = 3000
/** Longer messages of the user are not searched for a choice. */
const MAX_CHOOSING_TOKENS = 120
const CHOICE: readonly CueId[] = ['choice']
/** A longer question contains statements too. */
const LONGEST_QUESTION = 200
/** Messages of the user after a choice that may change it without naming the list. */
const MAX_LATER = 2

interface WantedContext {
  /** True if the user's next message chooses items of a list by their numbers. */
  readonly isCounted: boolean
  /**
   * True if the user chose items of a list by their numbers some turns ago. Only these are needed then, and not the whole
   * message. Right after a choice, the user may still take another item.
   */
  readonly hasCountedItems: boolean
  isWanted(sentence: string): boolean
}

/**
 * Finds the sentences of an assistant's message that are needed to understand the user's next message: the question that it
 * answers in few words, and the list items that it chooses.
 */
export function wantedContext(source: Source, index: number): WantedContext {
  const { transcript, state, policy } = source
  const { answering, choosing } = policy.digest.contextTokens
  const next = index + 1
  const tokens = state.tokens[next]
  const isAnswered =
    transcript.roleOf(index) === 'assistant' &&
    tokens !== undefined &&
    tokens <= MAX_CHOOSING_TOKENS &&
    state.roles[next] === 'user' &&
    !transcript.answersOf(next).length
  if (!isAnswered) return NOTHING
  const isShort = tokens <= answering
  const list = state.tokens[index]! <= MAX_LIST_TOKENS ? saidIn(transcript, index) : ''
  const language = languageAt(transcript, index)
  const isLong = tokens > choosing && hasList(list)
  const choice = choiceFrom(list, isLong ? choosingSentences(transcript, next) : saidIn(transcript, next))
  const taken = choice.isCounted ? [...choice.items, ...laterItems(source, next, list)] : choice.items
  return {
    isCounted: choice.isCounted,
    hasCountedItems: choice.isCounted && state.keys.length > next + 2 * MAX_LATER,
    isWanted(sentence) {
      if (isShort && sentence.length <= LONGEST_QUESTION && QUESTION_END.test(sentence.trim())) return true
      const plain = sentence.replaceAll('**', '')
      return taken.some((item) => plain.includes(beginningOf(item, language)))
    },
  }
}

/** Only these sentences of a longer message choose something: its other ordinals and figures are about other things. */
const choosingSentences = perMessage((transcript, index) => {
  const said = saidIn(transcript, index)
  const { sentences } = analyzeText(said, languageAt(transcript, index))
  const choosing = sentences.filter((sentence) => holdsCue([sentence], CHOICE))
  return choosing.map(({ start, end }) => said.slice(start, end)).join('\n')
})

/**
 * The items that one of the user's following messages chooses by their numbers too: "wait, the first one". The search ends at an
 * answer that contains another list.
 */
function laterItems({ transcript, state, policy }: Source, first: number, list: string): readonly string[] {
  const items: string[] = []
  for (let later = first + 2; later <= first + 2 * MAX_LATER; later += 2) {
    const isNext = state.roles[later - 1] === 'assistant' && state.roles[later] === 'user'
    if (!isNext || hasList(saidIn(transcript, later - 1))) break
    if (state.tokens[later]! > policy.digest.contextTokens.choosing) continue
    const choice = choiceFrom(list, saidIn(transcript, later))
    if (choice.isCounted) items.push(...choice.items)
  }
  return items
}

const NOTHING: WantedContext = { isCounted: false, hasCountedItems: false, isWanted: () => false }

const LONGEST_BEGINNING = 40

/** The beginning of a list item, within its first sentence: the item may consist of several. */
function beginningOf(item: string, language: Language | undefined): string {
  const first = fragmentsOf(item, language)[0]?.text ?? item
  return first.slice(0, LONGEST_BEGINNING).trim()
}
