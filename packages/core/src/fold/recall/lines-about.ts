import { bestFirst } from '../../best-first.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { contentTerms } from '../../words/terms.ts'
import { estimator } from '../density.ts'
import type { FoldState } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { withoutMarkup } from './condense.ts'

/**
 * The lines and sentences of message `index` that hold most of the weighted terms for their length, word for word and in
 * their order, until every term it holds is there once or `room` tokens are used; empty when it holds none of them.
 */
export function linesAbout(
  { transcript, state }: { readonly transcript: Transcript; readonly state: FoldState },
  index: number,
  { weights, room }: { readonly weights: ReadonlyMap<number, number>; readonly room: number },
): string {
  const estimate = estimator(state, index, transcript.piecesOf(index))
  const lines = fragmentsOf(withoutMarkup(saidIn(transcript, index))).map(({ text }, order) => {
    const terms = [...new Set(contentTerms(text))].filter((term) => weights.has(term))
    return { order, text, terms, tokens: estimate(text, false) + 1 }
  })
  const wanted = new Set(lines.flatMap(({ terms }) => terms))
  const chosen: typeof lines = []
  let left = room
  const choice = bestFirst({
    count: lines.length,
    gainOf(item) {
      const { terms, tokens } = lines[item]!
      return terms.reduce((sum, term) => sum + (wanted.has(term) ? weights.get(term)! : 0), 0) / tokens
    },
    isWanted: (item) => lines[item]!.tokens <= left,
  })
  for (const { item } of choice) {
    const line = lines[item]!
    chosen.push(line)
    left -= line.tokens
    for (const term of line.terms) wanted.delete(term)
    if (!wanted.size) break
  }
  return chosen
    .sort((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .join('; ')
}
