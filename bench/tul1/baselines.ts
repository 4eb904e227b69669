import { lexRank } from './lexrank.ts'
import type { RankedText } from './lexrank-package.ts'
import type { Sentence } from './sentence.ts'

/** The sentences with the highest LexRank that fit into `room` tokens, in their original order. */
export function keepByLexRank(sentences: readonly Sentence[], room: number): string {
  return keep(sentences, byScore(lexRank(sentences)), room)
}

/** The same for sentences that were split and ranked by another package. */
export function keepByRank({ texts, scores }: RankedText, room: number, count: (text: string) => number): string {
  const sentences = texts.map((text) => ({ text, tokens: count(text) + 1 }))
  return keep(sentences, byScore(scores), room)
}

/** The first sentence of every message, then the second of every message, and so on, as far as `room` tokens allow. */
export function keepLeading(sentences: readonly Sentence[], room: number): string {
  const ranked = sentences.map((_, i) => i).sort((a, b) => sentences[a]!.order - sentences[b]!.order || a - b)
  return keep(sentences, ranked, room)
}

/** The first sentences of the transcript, as far as `room` tokens allow. */
export function keepStart(sentences: readonly Sentence[], room: number): string {
  return keep(
    sentences,
    sentences.map((_, i) => i),
    room,
  )
}

function byScore(scores: Float64Array): number[] {
  return Array.from(scores, (_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)
}

function keep(
  sentences: readonly Pick<Sentence, 'text' | 'tokens'>[],
  ranked: readonly number[],
  room: number,
): string {
  const kept = new Set<number>()
  let left = room
  for (const i of ranked) {
    if (sentences[i]!.tokens > left) continue
    kept.add(i)
    left -= sentences[i]!.tokens
  }
  return sentences
    .filter((_, i) => kept.has(i))
    .map(({ text }) => text)
    .join('\n')
}
