import { moved } from './grow-array.ts'

/**
 * A count for each term, in two arrays with open addressing. It takes a quarter to a half of the memory of a map of
 * numbers, and each session has one as large as its vocabulary.
 */
export class TermCounts {
  /** The terms. The length is a power of two. */
  terms = new Int32Array(FIRST_PLACES)
  /** The counts of the terms. Zero marks a free slot. */
  counts = new Uint32Array(FIRST_PLACES)
  /** Number of distinct terms. */
  size = 0
}

const FIRST_PLACES = 64
/** Largest load factor. Above it a search takes too many steps. */
const MAX_TAKEN = 0.75
/** Knuth's multiplicative hash. It separates terms that share their last bits. */
const MULTIPLIER = 0x9e3779b1

/** The number of times that `term` was counted. */
export function countOf({ terms, counts }: TermCounts, term: number): number {
  return counts[placeOf(terms, counts, term)]!
}

/** Increments the count of `term`. */
export function countTerm(counted: TermCounts, term: number): void {
  const place = placeOf(counted.terms, counted.counts, term)
  counted.terms[place] = term
  if (counted.counts[place]!++ > 0) return
  if (++counted.size > MAX_TAKEN * counted.terms.length) grow(counted)
}

/** The slot of `term`, or the free slot for it. */
function placeOf(terms: Int32Array, counts: Uint32Array, term: number): number {
  const last = terms.length - 1
  let place = (Math.imul(term, MULTIPLIER) >>> 7) & last
  while (counts[place] !== 0 && terms[place] !== term) place = (place + 1) & last
  return place
}

function grow(counted: TermCounts): void {
  const { terms, counts } = counted
  const places = 2 * terms.length
  counted.terms = new Int32Array(places)
  counted.counts = new Uint32Array(places)
  for (let from = 0; from < terms.length; from++) {
    if (counts[from] === 0) continue
    const place = placeOf(counted.terms, counted.counts, terms[from]!)
    counted.terms[place] = terms[from]!
    counted.counts[place] = counts[from]!
  }
  moved(terms.buffer, 0)
  moved(counts.buffer, 0)
}
