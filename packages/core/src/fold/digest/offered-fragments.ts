import { sumOf } from '../../sum.ts'
import type { TypedFragment } from './typed/typed-fragments.ts'

/** Limits of the algorithm for the fragments of one message that are offered to a digest: their number and characters. */
const MAX_FRAGMENTS = 2000
const MAX_CHARACTERS = 128 * 1024
/**
 * Number of regions of a message beyond these limits. Each offers its best fragments, so that every part of the text is
 * considered.
 */
const REGIONS = 400
/** Such a message is cut at this length if the text has no ends of sentences. */
const LONGEST_FRAGMENT = 1000
/** A surrogate pair is not split. */
const FIRST_HALF = /[\ud800-\udbff]/
const FIGURE = /\p{Nd}/u
const CAPITAL = /\p{Lu}/u

/**
 * The fragments of a message that a digest may choose from. Of a very long message these are the fragments of each region with
 * the best cheap score, so that the cost of wording and weighing is bounded. Linear.
 */
export function offeredFragments<Fragment extends TypedFragment>(fragments: readonly Fragment[]): readonly Fragment[] {
  const characters = sumOf(fragments, ({ text }) => text.length)
  if (fragments.length <= MAX_FRAGMENTS && characters <= MAX_CHARACTERS) return fragments
  const parts = fragments.flatMap((fragment) => cut(fragment))
  const perRegion = { fragments: MAX_FRAGMENTS / REGIONS, characters: MAX_CHARACTERS / REGIONS }
  const offered: Fragment[] = []
  for (let region = 0; region < REGIONS; region++) {
    const from = Math.floor((region * parts.length) / REGIONS)
    const to = Math.floor(((region + 1) * parts.length) / REGIONS)
    for (const part of bestOf(parts.slice(from, to), perRegion)) offered.push(part)
  }
  return offered
}

function cut<Fragment extends TypedFragment>(fragment: Fragment): Fragment[] {
  const { text, isBlock } = fragment
  if (isBlock || text.length <= LONGEST_FRAGMENT) return [fragment]
  const parts: Fragment[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + LONGEST_FRAGMENT)
    // Searches within the part only: a backward search through a text without spaces would be quadratic.
    const space = text.slice(from, to).lastIndexOf(' ')
    if (to < text.length && space > LONGEST_FRAGMENT / 2) to = from + space
    else if (to < text.length && FIRST_HALF.test(text[to - 1]!)) to++
    const part = text.slice(from, to).trim()
    if (part) parts.push({ ...fragment, text: part, parts: [part] })
    from = to
  }
  return parts
}

/** The best fragments that fit, in their order, and at least the very best one. */
function bestOf<Fragment extends TypedFragment>(
  parts: readonly Fragment[],
  most: { readonly fragments: number; readonly characters: number },
): Fragment[] {
  const scored = parts.map((part, place) => ({ part, place, score: scoreOf(part) }))
  scored.sort((a, b) => b.score - a.score || a.place - b.place)
  const taken: typeof scored = []
  let characters = 0
  for (const each of scored) {
    if (taken.length >= most.fragments) break
    if (taken.length && characters + each.part.text.length > most.characters) continue
    characters += each.part.text.length
    taken.push(each)
  }
  return taken.sort((a, b) => a.place - b.place).map(({ part }) => part)
}

/** Scores a fragment without reading its words: blocks first, then text with figures and names. */
function scoreOf({ text, isBlock }: TypedFragment): number {
  return (isBlock ? 4 : 0) + (FIGURE.test(text) ? 2 : 0) + (CAPITAL.test(text.slice(1)) ? 1 : 0)
}
