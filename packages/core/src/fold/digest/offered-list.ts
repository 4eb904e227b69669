import { asciiDigits } from '../../words/ascii-digits.ts'

/** A line of a list: a figure or a letter with its mark, also after a word and in bold print, or a bullet. */
const ITEM =
  /^[ \t]*(?:#{1,6} |[-*•] )?(?:\*\*)?(?:\p{L}{3,12} )?(?:(\p{Nd}{1,2})|([A-Za-z]))(?:\*\*)?(?:[.):：、．]|-(?=[ \t]))(?:\*\*)?[ \t]*(\S.*)$|^[-*•][ \t]+(\S.*)$/gmu
/** A name in bold print within sentences. */
const NAMED = /\*\*([^*\n]{2,60})\*\*/gu
/** Limit of the algorithm, in characters of the text below an item that distinguishes it from the others. */
const MAX_BELOW = 300
const FIRST_LETTER = 'a'.charCodeAt(0)

/** An item of a list that a message offers. */
export interface ListItem {
  readonly text: string
  /** The item with the text below it. */
  readonly whole: string
}

/** A list that a message offers. */
export interface List {
  /** Items in their order, and those with a figure or letter by that label. */
  readonly items: readonly ListItem[]
  readonly labels: ReadonlyMap<string, ListItem>
}

/** The list in an answer: its labelled items, else its bullets, else its names in bold print. */
export function listIn(answer: string): List {
  const labelled: { readonly label: string; readonly text: string; readonly start: number }[] = []
  const bulleted: { readonly text: string; readonly start: number }[] = []
  for (const { 1: figure, 2: letter, 3: text, 4: bullet, index: start } of answer.matchAll(ITEM)) {
    if (text === undefined) bulleted.push({ text: bullet!, start })
    else labelled.push({ label: labelOf(figure ?? letter!), text, start })
  }
  // Bullets next to labels are details of the labelled items.
  if (labelled.length > 1) {
    const items = itemsAt(labelled, answer)
    return { items, labels: new Map(labelled.map(({ label }, at) => [label, items[at]!])) }
  }
  return { items: itemsAt(bulleted.length > 1 ? bulleted : namesIn(answer), answer), labels: new Map() }
}

function labelOf(text: string): string {
  return asciiDigits(text.toLowerCase())
}

/** Each name in bold print, with the rest of its line up to the next name. */
function namesIn(answer: string): { readonly text: string; readonly start: number }[] {
  const starts = [...answer.matchAll(NAMED)].map(({ index }) => index)
  return starts.map((start, at) => {
    const [text] = answer.slice(start, starts[at + 1]).split('\n', 1)
    return { text: text!, start }
  })
}

/** Each item with the text between it and the next one. */
function itemsAt(found: readonly { readonly text: string; readonly start: number }[], answer: string): ListItem[] {
  return found.map(({ text, start }, at) => {
    const end = Math.min(found[at + 1]?.start ?? answer.length, start + text.length + MAX_BELOW)
    return { text, whole: answer.slice(start, end) }
  })
}

/** In a list of bullets only, a figure or a letter is the position of an item. */
export function itemAt({ items, labels }: List, said: string): ListItem | undefined {
  const label = labelOf(said)
  if (labels.size > 1) return labels.get(label)
  return items[/\d/.test(label) ? Number(label) - 1 : label.charCodeAt(0) - FIRST_LETTER]
}
