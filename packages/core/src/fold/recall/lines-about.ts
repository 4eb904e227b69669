import { coverTerms } from '../../select.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { estimator } from '../density.ts'
import { distinctTerms } from '../known-texts.ts'
import { saidIn } from '../transcript.ts'
import { withoutMarkup } from './condense.ts'
import { GAP } from './gap.ts'
import type { RecallRequest } from './recall-source.ts'

/** A line or sentence of a message with its cost in tokens and the query's terms in it. */
export interface AskedLine {
  readonly text: string
  readonly terms: ReadonlySet<number>
  readonly cost: number
}

/** The lines and sentences of `said`, a text of message `index`. */
export function askedLines({ transcript, state, query }: RecallRequest, index: number, said: string): AskedLine[] {
  const estimate = estimator(state, index, transcript.piecesOf(index))
  return fragmentsOf(said).map(({ text }) => ({
    text,
    terms: new Set(distinctTerms(transcript, text).filter((term) => query.weights.has(term))),
    cost: estimate(text, false) + 1,
  }))
}

/**
 * The lines and sentences of message `index` with most of the query's terms for their length, word for word and in their order.
 * Stops when every term of the message occurs once or `room` tokens are used. Empty if the message contains none of the terms.
 */
export function linesAbout(request: RecallRequest, index: number, room: number): string {
  const lines = askedLines(request, index, withoutMarkup(saidIn(request.transcript, index)))
  const chosen = coverTerms(lines, { room, weightOf: (term) => request.query.weights.get(term)! })
  return chosen.map((place) => lines[place]!.text).join(GAP)
}
