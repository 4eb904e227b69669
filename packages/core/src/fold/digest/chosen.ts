import { bareOrdinal, joinedOrdinals, ordinalWord } from '../../words/ordinals.ts'
import { contentTerms } from '../../words/terms.ts'
import { type Word, wordsOf } from '../../words/words.ts'

/** A line of a list: a figure or a letter with its mark, behind a word and in bold print too, or a bullet. */
const ITEM =
  /^[ \t]*(?:#{1,6} |[-*•] )?(?:\*\*)?(?:\p{L}{3,12} )?(?:(\d{1,2})|([A-Za-z]))(?:\*\*)?[.):：、](?:\*\*)?[ \t]*(\S.*)$|^[-*•][ \t]+(\S.*)$/gmu
/** Of an item so much is said. */
const MOST_CHARACTERS = 80
/** Who takes more than so many things takes none of them in particular. */
const MOST_CHOSEN = 3
const LABEL = /^(?:\d{1,2}|[A-Za-z])$/
const FIRST_LETTER = 'a'.charCodeAt(0)
/** A message of so many words may be a label and what belongs to it: "Let's go with b), please". */
const FEW_WORDS = 6

const ARTICLES = new Set('the your that der die das den dem de het le la el il lo'.split(' '))
/** What things to choose from are called, where the list does not say. */
const THINGS = new Set(
  (
    'one ones option choice name idea suggestion version variant plan title design proposal number no nr num answer best ' +
    'nummer variante vorschlag idee möglichkeit optie voorstel naam numéro proposition nom número opción opção propuesta proposta ' +
    'nombre nome opzione numero versione opcja opcję propozycja numer вариант номер seçenek öneri'
  ).split(' '),
)

interface List {
  /** Items in their order, and by figure or letter where they have one. */
  readonly items: readonly string[]
  readonly labels: ReadonlyMap<string, string>
}

/**
 * What a message takes of the list in the answer before it, as "the second one", "2" or "b)" do: without it, nobody can
 * tell later what was chosen. Empty where it takes nothing, or there is no list.
 */
export function chosenFrom(answer: string, message: string): string[] {
  // An answer may be long, and most messages choose nothing.
  if (!mayChoose(message)) return []
  const list = listIn(answer)
  if (list.items.length < 2) return []
  const chosen = new Set([...byOrdinal(list, answer, message), ...byLabel(list, message)])
  return chosen.size > MOST_CHOSEN ? [] : [...chosen].map(shortened)
}

function mayChoose(message: string): boolean {
  if (joinedOrdinals(message).length) return true
  return wordsOf(message).some(({ text }) => {
    const lower = text.toLowerCase()
    return LABEL.test(text) || ordinalWord(lower) !== undefined || bareOrdinal(lower) !== undefined
  })
}

function listIn(answer: string): List {
  const labelled: (readonly [string, string])[] = []
  const bulleted: string[] = []
  for (const [, figure, letter, text, bullet] of answer.matchAll(ITEM)) {
    if (text === undefined) bulleted.push(bullet!)
    else labelled.push([figure ?? letter!.toLowerCase(), text])
  }
  // Bullets beside labels only go into what those name.
  const items = labelled.length > 1 ? labelled.map(([, text]) => text) : bulleted
  return { items, labels: new Map(labelled) }
}

function byOrdinal({ items }: List, answer: string, message: string): string[] {
  const said = wordsOf(message)
  const named = new Set(contentTerms(answer))
  const found = said.flatMap((word, at) => {
    const lower = word.text.toLowerCase()
    const next = nextOf(said, at, message)
    const ordinal = bareOrdinal(lower) ?? (isPointed(said, at, next) ? ordinalWord(lower) : undefined)
    const isOfList = !next || THINGS.has(next) || contentTerms(next).every((term) => named.has(term))
    return ordinal !== undefined && isOfList ? [ordinal] : []
  })
  return [...found, ...joinedOrdinals(message)].flatMap((ordinal) => items.at(ordinal < 0 ? -1 : ordinal - 1) ?? [])
}

function isPointed(said: readonly Word[], at: number, next: string | undefined): boolean {
  const before = said[at - 1]?.text.toLowerCase() ?? ''
  // Portuguese articles are words of other languages as well.
  const isArticle = ARTICLES.has(before) || (/^[ao]$/.test(before) && said[at]!.text.endsWith(before))
  return isArticle || (next !== undefined && THINGS.has(next))
}

/** The word behind, in the same clause. */
function nextOf(said: readonly Word[], at: number, message: string): string | undefined {
  const next = said[at + 1]
  return next && !/[.,;:!?\n]/.test(message.slice(said[at]!.end, next.start)) ? next.text.toLowerCase() : undefined
}

/** By figure or letter: where the message is little else, where that is called an option, or has a bracket behind it. */
function byLabel(list: List, message: string): string[] {
  const said = wordsOf(message)
  const isMostlyLabels = 2 * said.filter(({ text }) => LABEL.test(text)).length >= said.length
  return said.flatMap(({ text, start, end }, at) => {
    if (!LABEL.test(text)) return []
    const before = said[at - 1]?.text.toLowerCase() ?? ''
    const isMarked = THINGS.has(before) || message[start - 1] === '#' || message[end] === ')'
    const isCapital = /^[B-HJ-Z]$/.test(text) && said.length <= FEW_WORDS
    return isMarked || isMostlyLabels || isCapital ? (itemAt(list, text.toLowerCase()) ?? []) : []
  })
}

/** Where a list has only bullets, a figure or a letter counts them. */
function itemAt({ items, labels }: List, label: string): string | undefined {
  if (labels.size > 1) return labels.get(label)
  return items[/\d/.test(label) ? Number(label) - 1 : label.charCodeAt(0) - FIRST_LETTER]
}

function shortened(item: string): string {
  const plain = item.replaceAll('**', '').trim()
  return plain.length <= MOST_CHARACTERS ? plain : plain.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')
}
