import { coverTerms } from '../../select.ts'
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
  const lines = fragmentsOf(withoutMarkup(saidIn(transcript, index))).map(({ text }) => ({
    text,
    terms: new Set(contentTerms(text).filter((term) => weights.has(term))),
    cost: estimate(text, false) + 1,
  }))
  const chosen = coverTerms(lines, { room, weightOf: (term) => weights.get(term)! })
  return chosen.map((place) => lines[place]!.text).join('; ')
}
