import type { Labelled, LabelledLanguage } from '../markers/labelled.ts'
import { MARKERS, type MarkerScore, scoreMarkers } from '../markers/score.ts'
import type { ViewFigures } from '../tul1/measure-view.ts'
import { METHODS, type Method } from '../tul1/view-sets.ts'
import { shown } from './figures.ts'
import { table } from './tables.ts'

/** Heading of the part about the view, which ends with the document. */
export const VIEW_HEADING = '## The view of a transcript'

const TITLES: Readonly<Record<Method, string>> = {
  view: '**Pleat**',
  lexRank: 'LexRank, as in its paper',
  lexRankPackage: '`lexrank` 1.0.5 of npm',
  leading: 'leading sentences',
  start: 'start of the transcript',
}

const ABOUT_VIEW = `These tables show the savings of \`POST /v1/tul1\` in the mode \`balanced\`, and the evidence that it keeps.
Regenerate this part alone with \`npm run bench:quality -- --only view\`. *Saved* is the share of the compressed messages' tokens
that \`service_md\` saves. *Evidence* is the share of the messages needed for a question that are in the view or in the raw tail,
as above. The other methods get the same tail and as many tokens as the view has.`

const ABOUT_METHODS = `- *LexRank, as in its paper*: idf-modified cosine, threshold 0.1.
- *\`lexrank\`*: the sentences, words and ranks of that package.
- *leading sentences*: the first sentence of every message, then the second sentence of every message, and so on.
- *start of the transcript*: its first sentences.`

const ABOUT_MARKS = `### Its marks

This table shows precision / recall on hand-labelled dialogues: the English ones, and those of other languages that were not used
to make rules. Details: \`node bench/markers/run.ts --failures\`, \`node bench/markers/languages.ts\`.`

/** The whole part as Markdown. */
export function describeViews(report: {
  readonly views: readonly ViewFigures[]
  readonly missing: readonly string[]
  readonly labelled: readonly Labelled[]
  readonly languages: readonly LabelledLanguage[]
}): string {
  const scored = report.views.filter(({ evidence }) => Object.keys(evidence).length)
  const parts = [
    VIEW_HEADING,
    ABOUT_VIEW,
    savedTable(report.views),
    ...(scored.length ? [evidenceTable(scored), ABOUT_METHODS] : []),
    ...report.missing,
    ABOUT_MARKS,
    marksTable(report.labelled, report.languages),
  ]
  return `${parts.join('\n\n')}\n`
}

function savedTable(views: readonly ViewFigures[]): string {
  return table(
    ['', 'conversations', 'compressed messages', 'saved'],
    views.map(({ set, conversations, turns, saved }) => [set.title, conversations, turns, shown(saved)]),
  )
}

function evidenceTable(views: readonly ViewFigures[]): string {
  const methods = METHODS.filter((method) => views.some(({ evidence }) => evidence[method] !== undefined))
  return table(
    ['', ...views.flatMap(({ set }) => [`${set.title}: evidence`, 'strict'])],
    methods.map((method) => [
      TITLES[method],
      ...views.flatMap(({ evidence, strict }) => [shown(evidence[method] ?? null), shown(strict[method] ?? null)]),
    ]),
  )
}

function marksTable(labelled: readonly Labelled[], languages: readonly LabelledLanguage[]): string {
  const heldOut = languages.flatMap(({ items }) => items.filter(({ part }) => part !== 'development'))
  const english = scoreMarkers(labelled).scores
  const others = scoreMarkers(heldOut).scores
  const pair = ({ labelled: count, precision, recall }: MarkerScore): string =>
    count ? `${precision.toFixed(2)} / ${recall.toFixed(2)}` : '–'
  return table(
    ['', `English (${labelled.length})`, `${languages.length} other languages, held out (${heldOut.length})`],
    MARKERS.map((marker) => [marker, pair(english[marker]), pair(others[marker])]),
  )
}
