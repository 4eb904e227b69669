import { annotate } from '../../packages/core/src/tul1/marks/annotate.ts'
import { markText } from '../../packages/core/src/tul1/marks/mark.ts'
import { transcriptFacts } from '../../packages/core/src/tul1/transcript-facts.ts'
import type { Expected, Labelled } from './labelled.ts'

export const MARKERS = ['reported', 'uncertain', 'corrected', 'contradicted', 'open', 'answered', 'elided'] as const
export type Marker = (typeof MARKERS)[number]

export interface MarkerScore {
  /** Numbers of expected marks, of marks found, and of expected marks found. */
  readonly labelled: number
  readonly found: number
  readonly right: number
  readonly precision: number
  readonly recall: number
}

export interface Failure {
  readonly id: string
  readonly kind: 'missed' | 'false'
  readonly mark: string
}

export interface Outcome {
  readonly scores: Readonly<Record<Marker, MarkerScore>>
  readonly failures: readonly Failure[]
}

interface Found {
  readonly turn: number
  readonly mark: string
  readonly sentence: string
}

/** Precision and recall of each marker. Both sentences of a correction have a mark, which must name the other turn. */
export function scoreMarkers(items: readonly Labelled<string>[]): Outcome {
  const tally = Object.fromEntries(MARKERS.map((marker) => [marker, { labelled: 0, right: 0, found: 0 }])) as Record<
    Marker,
    { labelled: number; right: number; found: number }
  >
  const failures: Failure[] = []
  for (const item of items) {
    const left = [...item.expected]
    for (const { mark } of left) tally[markerOf(mark)].labelled++
    for (const found of marksOf(item)) {
      const marker = markerOf(found.mark)
      tally[marker].found++
      const at = left.findIndex((expected) => isMet(expected, found))
      if (at >= 0) {
        left.splice(at, 1)
        tally[marker].right++
      } else failures.push({ id: item.id, kind: 'false', mark: `${found.turn} ${found.mark}` })
    }
    for (const { turn, mark } of left) failures.push({ id: item.id, kind: 'missed', mark: `${turn} ${mark}` })
  }
  const scores = Object.fromEntries(
    MARKERS.map((marker) => {
      return [marker, scoreOf(tally[marker])]
    }),
  ) as Record<Marker, MarkerScore>
  return { scores, failures }
}

type Tally = Pick<MarkerScore, 'labelled' | 'found' | 'right'>

function scoreOf({ labelled, found, right }: Tally): MarkerScore {
  return { labelled, found, right, precision: found ? right / found : 1, recall: labelled ? right / labelled : 1 }
}

/** The score over all kinds of marks. */
export function totalOf(scores: Outcome['scores']): MarkerScore {
  const total = { labelled: 0, found: 0, right: 0 }
  for (const { labelled, found, right } of Object.values(scores)) {
    total.labelled += labelled
    total.found += found
    total.right += right
  }
  return scoreOf(total)
}

function isMet(expected: Expected, found: Found): boolean {
  return expected.turn === found.turn && expected.mark === found.mark && found.sentence.includes(expected.words)
}

/** All marks by the rules, of any kind. */
function marksOf({ messages }: Labelled<string>): Found[] {
  const { facts } = transcriptFacts(messages, { count: (text) => Math.ceil(text.length / 4) })
  const found: Found[] = []
  annotate(messages, facts).marks.forEach((ofMessage, i) => {
    for (const [sentence, marks] of ofMessage) {
      const { start, end } = facts[i]!.sentences[sentence]!
      const text = messages[i]!.content.slice(start, end)
      for (const mark of marks) found.push({ turn: i + 1, mark: markText(mark), sentence: text })
    }
  })
  facts.forEach(({ passages }, i) => {
    const kinds = new Set(passages.map(({ kind }) => kind).filter((kind) => kind !== 'prose' && kind !== 'quote'))
    for (const kind of kinds) found.push({ turn: i + 1, mark: `elided ${kind}`, sentence: '' })
  })
  return found
}

function markerOf(mark: string): Marker {
  const word = mark.split(' ')[0]!
  if (word === 'corrects') return 'corrected'
  return word === 'contradicts' ? 'contradicted' : (word as Marker)
}
