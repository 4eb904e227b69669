import type { WireMessage } from '../recordings.ts'
import type { Method } from '../twin.ts'
import { splitRequest, type Unit } from './units.ts'

const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

interface Terms {
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** Sends instructions, the newest message, and the other messages that match it best by BM25, in their order. */
export function createBm25(flatten: (message: WireMessage) => string): Method {
  return {
    name: 'bm25',
    title: 'BM25',
    open(kind) {
      const known = new WeakMap<WireMessage, Terms>()
      const termsOf = (message: WireMessage): Terms => {
        let terms = known.get(message)
        if (!terms) {
          terms = countTerms(flatten(message))
          known.set(message, terms)
        }
        return terms
      }
      return ({ messages, budgetTokens, tokensOf }) => {
        const { lead, older, newest } = splitRequest(messages, kind)
        const cost = ({ from, to }: Unit): number =>
          messages.slice(from, to).reduce((sum, message) => sum + tokensOf(message), 0)
        let left = budgetTokens - cost({ from: 0, to: lead }) - cost({ from: newest, to: messages.length })
        const documents = older.map(({ from, to }) => messages.slice(from, to).map(termsOf))
        const query = messages.slice(newest).flatMap((message) => [...termsOf(message).counts.keys()])
        const scores = bm25(documents, new Set(query))
        const isKept = new Array<boolean>(older.length).fill(false)
        const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || b - a)
        for (const place of order) {
          const tokens = cost(older[place]!)
          if (tokens > left) continue
          left -= tokens
          isKept[place] = true
        }
        const chosen = older.filter((_, place) => isKept[place]).flatMap(({ from, to }) => messages.slice(from, to))
        return [...messages.slice(0, lead), ...chosen, ...messages.slice(newest)]
      }
    },
  }
}

function countTerms(text: string): Terms {
  const counts = new Map<string, number>()
  let length = 0
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    length++
  }
  return { counts, length }
}

/** Scores of documents, each made of some messages. */
export function bm25(documents: readonly (readonly Terms[])[], query: ReadonlySet<string>): Float64Array {
  const lengths = documents.map((parts) => parts.reduce((sum, { length }) => sum + length, 0))
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length))
  const scores = new Float64Array(documents.length)
  for (const word of query) {
    const counts = documents.map((parts) => parts.reduce((sum, { counts }) => sum + (counts.get(word) ?? 0), 0))
    const holding = counts.filter((count) => count > 0).length
    if (!holding) continue
    const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5))
    for (const [place, count] of counts.entries()) {
      if (!count) continue
      const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * lengths[place]!) / average)
      scores[place]! += (rarity * count * (SATURATION + 1)) / (count + norm)
    }
  }
  return scores
}
