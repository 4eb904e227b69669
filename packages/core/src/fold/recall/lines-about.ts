import { coverTerms } from '../../select.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { estimator } from '../density.ts'
import { distinctTerms } from '../known-texts.ts'
import { languageAt } from '../language-at.ts'
import { saidIn } from '../transcript.ts'
import { withoutMarkup } from './condense.ts'
import { GAP } from './gap.ts'
import type { RecallRequest } from './recall-source.ts'

/** A line or sentence of a message with its cost in tokens and the query's terms in it. */
export interface AskedLine {
  readonly text: string
  /** Its position in the message's text. */
  readonly start: number
  readonly terms: ReadonlySet<number>
  readonly cost: number
}

/** The lines and sentences of `said`, a text of message `index`. */
export function askedLines({ transcript, state, query }: RecallRequest, index: number, said: string): AskedLine[] {
  const estimate = estimator({ transcript, state }, index)
  return fragmentsOf(said, languageAt(transcript, index)).map(({ text, start }) => ({
    text,
    start,
    terms: new Set(distinctTerms(transcript, text).filter((term) => query.weights.has(term))),
    cost: estimate(text, false) + 1,
  }))
}

/**
 * The lines and sentences of message `index` with most of the query's terms for their length, word for word and in
 * their order, within `room` tokens. The room that they leave goes to the sentences after them, which complete them.
 * Empty if the message contains none of the terms.
 */
export function linesAbout(request: RecallRequest, index: number, room: number): string {
  const said = withoutMarkup(saidIn(request.transcript, index))
  const lines = askedLines(request, index, said)
  const chosen = coverTerms(lines, { room, weightOf: (term) => request.query.weights.get(term)! })
  const taken = new Set(chosen)
  let left = chosen.reduce((rest, place) => rest - lines[place]!.cost, room)
  for (const place of sentencesAfter(said, lines, chosen)) {
    const { cost } = lines[place]!
    if (taken.has(place) || cost > left) continue
    taken.add(place)
    left -= cost
  }
  const places = [...taken].sort((a, b) => a - b)
  return quoted(said, lines, places)
}

/** The lines at `places` of `said`, with a gap where lines between them are left out. */
export function quoted(said: string, lines: readonly AskedLine[], places: readonly number[]): string {
  let text = ''
  for (const [nth, place] of places.entries()) {
    const { start, text: line } = lines[place]!
    const before = nth > 0 ? lines[places[nth - 1]!] : undefined
    if (before) text += places[nth - 1] === place - 1 ? said.slice(before.start + before.text.length, start) : GAP
    text += line
  }
  return text
}

/** The sentences after the chosen ones, in the same paragraphs. */
function sentencesAfter(said: string, lines: readonly AskedLine[], chosen: readonly number[]): number[] {
  return chosen.flatMap((place) => {
    const next = lines[place + 1]
    return next && !said.slice(lines[place]!.start, next.start).includes('\n') ? [place + 1] : []
  })
}
