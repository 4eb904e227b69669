import { wordsIn } from '../../lexicon/gathered.ts'
import { occurrencesOf } from '../../maps.ts'
import { bareOrdinal, joinedOrdinals, ordinalWord } from '../../words/ordinals.ts'
import { contentTerms } from '../../words/terms.ts'
import { type Word, wordsOf } from '../../words/words.ts'
import { namedTerms } from '../recall/named-things.ts'
import { itemAt, type List, type ListItem, listIn } from './offered-list.ts'

/** A message that names more items chooses none of them in particular. */
const MAX_CHOSEN = 3
/** A figure of several digits, with its decimals. */
const FIGURE = /\p{Nd}{2,}(?:[.,:]\p{Nd}+)*/gu
const LABEL = /^(?:\p{Nd}{1,2}|[A-Za-z])$/u
/** Characters between a label and a figure that belongs to it: "10:30", "2,5". */
const WITHIN_FIGURE = /^[.,:/-]$/
const ENDS_CLAUSE = /[.;!?\n。；！？]/
const PAUSE = /[,、،，]/
const ENDS_PHRASE = /[.,;:!?\n،؛؟、，。；：！？]/
const FIGURE_LABEL = /^\p{Nd}/u
/** A message of at most this number of words may be a label with its frame: "Let's go with b), please". */
const FEW_WORDS = 6
/** In a message of at most this number of words, an ordinal chooses whatever follows it: "the second sounds good". */
const FEWEST_WORDS = 4

const ARTICLES = wordsIn(({ pointers }) => pointers)
/** Words that may stand between two labels. */
const BETWEEN = wordsIn(({ functionWords }) => functionWords)
const JOINS = wordsIn(({ coordinators }) => coordinators)
const OWN_WORDS = wordsIn(({ ownWords }) => ownWords)
/** Nouns for things to choose from, if the list does not name them. */
const THINGS = wordsIn(({ optionNouns }) => optionNouns)

/** Chosen items. `isCounted`: by their ordinals or labels, and not by their words. */
export interface Choice {
  readonly items: readonly string[]
  readonly isCounted: boolean
}

/**
 * The items that a message chooses from the list in the answer before it, as "the second one", "2", "b)" or "the one by the
 * station" do, or by a figure. Without them, the choice cannot be understood later. Empty if it chooses nothing, or if there is
 * no list.
 */
export function choiceFrom(answer: string, message: string): Choice {
  // An answer may be long, and most messages choose nothing.
  if (!mayChoose(message)) return NONE
  const list = listIn(answer)
  if (list.items.length < 2) return NONE
  const counted = [...byOrdinal(list, answer, message), ...byLabel(list, message)]
  const chosen = new Set(counted.length ? counted : [...byDescription(list, message), ...byFigure(list, message)])
  if (chosen.size > MAX_CHOSEN) return NONE
  return { items: [...chosen].map(({ text }) => text.replaceAll('**', '').trim()), isCounted: counted.length > 0 }
}

const NONE: Choice = { items: [], isCounted: false }

export function chosenFrom(answer: string, message: string): readonly string[] {
  return choiceFrom(answer, message).items
}

export function hasList(answer: string): boolean {
  return listIn(answer).items.length > 1
}

function mayChoose(message: string): boolean {
  if (joinedOrdinals(message).length || namedTerms(message).size || figuresIn(message).length) return true
  return wordsOf(message).some(({ text }) => {
    const lower = text.toLowerCase()
    return LABEL.test(text) || ordinalWord(lower) !== undefined || bareOrdinal(lower) !== undefined
  })
}

/** Finds items by a word after an article ("the one with the garden") that only one item contains. */
function byDescription({ items }: List, message: string): ListItem[] {
  const named = namedTerms(message)
  if (!named.size) return []
  const terms = items.map(({ whole }) => new Set(contentTerms(whole).filter((term) => named.has(term))))
  const times = occurrencesOf(terms.flatMap((each) => [...each]))
  return items.filter((_, at) => [...terms[at]!].some((term) => times.get(term) === 1))
}

/** Finds items by a figure of several digits that only one item contains: "149 x 7 = 1043, ok". */
function byFigure({ items }: List, message: string): ListItem[] {
  const said = new Set(figuresIn(message))
  /** The only item with each figure of the message. Undefined for a figure of several. */
  const owners = new Map<string, ListItem | undefined>()
  for (const item of said.size ? items : [])
    for (const figure of new Set(figuresIn(item.text)))
      if (said.has(figure)) owners.set(figure, owners.has(figure) ? undefined : item)
  return [...owners.values()].filter((item) => item !== undefined)
}

function figuresIn(text: string): string[] {
  return text.match(FIGURE) ?? []
}

function byOrdinal({ items }: List, answer: string, message: string): ListItem[] {
  const said = wordsOf(message)
  const named = new Set(contentTerms(answer))
  const found = said.flatMap((word, at) => {
    const lower = word.text.toLowerCase()
    const next = nextOf(said, at, message)
    const ordinal = bareOrdinal(lower) ?? (isPointed(said, at, next) ? ordinalWord(lower) : undefined)
    const isOfList =
      !next || said.length <= FEWEST_WORDS || THINGS.has(next) || contentTerms(next).every((term) => named.has(term))
    return ordinal !== undefined && isOfList ? [ordinal] : []
  })
  return [...found, ...joinedOrdinals(message)].flatMap((ordinal) => items.at(ordinal < 0 ? -1 : ordinal - 1) ?? [])
}

function isPointed(said: readonly Word[], at: number, next: string | undefined): boolean {
  const before = said[at - 1]?.text.toLowerCase() ?? ''
  // Portuguese articles of one letter are also words of other languages.
  const isArticle = ARTICLES.has(before) && (before.length > 1 || said[at]!.text.endsWith(before))
  return isArticle || (next !== undefined && THINGS.has(next))
}

/** The next word, if it is in the same clause. */
function nextOf(said: readonly Word[], at: number, message: string): string | undefined {
  const next = said[at + 1]
  return next && !ENDS_PHRASE.test(message.slice(said[at]!.end, next.start)) ? next.text.toLowerCase() : undefined
}

/**
 * The items whose labels, figures or letters, a message names. A label counts in these places only:
 * - in a message that consists mostly of labels, or an opening clause of a label and its frame: "2で。", "3 then, but in green"
 * - next to other labels at the beginning of a message, before the end of the clause: "1 and 4. Not yet"
 * - after `#` or a word for an option, before a bracket, or as a capital letter in a message of few words
 * - as a figure after an article, before the end of the phrase, a conjunction or a pronoun: "la 2 y la 3 me gustan"
 */
function byLabel(list: List, message: string): ListItem[] {
  const said = wordsOf(message)
  const isNothingElse = isMostlyLabels(said)
  const clause = openingClause(said, message)
  const opening = isFramedLabel(clause) ? clause.length : openingLabels(said, message)
  return said.flatMap(({ text, start, end }, at) => {
    if (!LABEL.test(text) || isJoint(said, at, message)) return []
    const before = said[at - 1]?.text.toLowerCase() ?? ''
    const isMarked = THINGS.has(before) || message[start - 1] === '#' || message[end] === ')'
    const isCapital = /^[B-HJ-Z]$/.test(text) && said.length <= FEW_WORDS
    const isPointed = ARTICLES.has(before) && FIGURE_LABEL.test(text) && endsPhrase(nextOf(said, at, message))
    return isMarked || isNothingElse || isCapital || isPointed || at < opening ? (itemAt(list, text) ?? []) : []
  })
}

/** True for a label with words around it that say nothing else: "2で", "3 then". */
function isFramedLabel(clause: readonly Word[]): boolean {
  const others = clause.filter(({ text }) => !LABEL.test(text))
  return others.length > 0 && isMostlyLabels(clause) && others.every(({ text }) => BETWEEN.has(text.toLowerCase()))
}

function isMostlyLabels(words: readonly Word[]): boolean {
  return 2 * words.filter(({ text }) => LABEL.test(text)).length >= words.length
}

/** The words of a message up to its first pause that has another word after it. */
function openingClause(said: readonly Word[], message: string): readonly Word[] {
  const last = said.findIndex(({ end }, at) => {
    const between = message.slice(end, said[at + 1]?.start)
    return ENDS_CLAUSE.test(between) || PAUSE.test(between)
  })
  return last < 0 ? said : said.slice(0, last + 1)
}

/** False if the next word is the thing that a label counts: "days" in "2 days". */
function endsPhrase(next: string | undefined): boolean {
  return next === undefined || JOINS.has(next) || OWN_WORDS.has(next)
}

/**
 * The number of words at the beginning of a message that are labels, or single words between two labels, up to the end of the
 * clause. A message that begins with one label only may be a list item, and has none.
 */
function openingLabels(said: readonly Word[], message: string): number {
  let labels = 0
  for (const [at, { text, end }] of said.entries()) {
    const isLabel = LABEL.test(text)
    const next = said[at + 1]
    if (!isLabel && !(labels > 0 && BETWEEN.has(text.toLowerCase()) && LABEL.test(next?.text ?? ''))) return 0
    if (isLabel && !isJoint(said, at, message)) labels++
    const between = message.slice(end, next?.start)
    if (next && WITHIN_FIGURE.test(between)) return 0
    if (!next || ENDS_CLAUSE.test(between) || (PAUSE.test(between) && !LABEL.test(next.text)))
      return labels > 1 ? at + 1 : 0
  }
  return 0
}

/** True if a word that could be a label joins two labels: Portuguese "c e d", Polish "3 i 4". */
function isJoint(said: readonly Word[], at: number, message: string): boolean {
  const [before, { text, start }, after] = [said[at - 1], said[at]!, said[at + 1]]
  if (!before || !after || !BETWEEN.has(text.toLowerCase())) return false
  return LABEL.test(before.text) && LABEL.test(after.text) && !PAUSE.test(message.slice(before.end, start))
}
