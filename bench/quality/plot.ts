import type { Panel } from './report.ts'
import type { Curve, SweepPoint } from './sweep.ts'

const WIDTH = 880
const PANEL = { top: 62, bottom: 330, width: 360, left: [62, 500] } as const
const HEIGHT = 384

/** Colours of middle lightness, with sufficient contrast to white and to black, so that one picture serves both. */
const INK = '#727b86'
const GRID = '#8b949e'
const SERIES: readonly { readonly color: string; readonly mark: (x: number, y: number) => string }[] = [
  { color: '#2f81f7', mark: (x, y) => `<circle cx="${x}" cy="${y}" r="4.5"/>` },
  { color: '#8c8f3a', mark: (x, y) => `<path d="M${x} ${y - 5}l5 9h-10z"/>` },
  { color: '#d26a10', mark: (x, y) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>` },
  { color: '#a371f7', mark: (x, y) => `<path d="M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>` },
]

/** The panels next to each other as an SVG document: evidence against sent tokens, one line per method. At most two panels. */
export function drawPlot(panels: readonly Panel[]): string {
  const drawn = panels.slice(0, 2).map((panel, place) => drawPanel(panel, PANEL.left[place]!))
  const description =
    'Share of the evidence that is kept, against the share of the tokens that are sent with a question.'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="plot-title plot-description" font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="${INK}">
<title id="plot-title">Evidence against tokens sent</title>
<desc id="plot-description">${description}</desc>
${drawn.join('\n')}
</svg>
`
}

/** Maps figures to positions in the picture. */
interface Scale {
  x(kept: number): number
  y(evidence: number): number
}

function drawPanel({ title, curves }: Panel, left: number): string {
  const most = mostKept(curves)
  const height = PANEL.bottom - PANEL.top
  const scale: Scale = {
    x: (kept) => rounded(left + (kept / most) * PANEL.width),
    y: (evidence) => rounded(PANEL.bottom - evidence * height),
  }
  const lines = mergeAlike(curves)
  return [
    `<text x="${left}" y="28" font-size="16" font-weight="600">${escaped(title)}</text>`,
    `<text x="${left}" y="48">evidence kept</text>`,
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) => drawRow(tick, left, scale.y(tick))),
    ...columnTicks(most).map((tick) => drawColumn(tick, scale.x(tick))),
    `<text x="${left + PANEL.width}" y="${PANEL.bottom + 42}" text-anchor="end">share of the tokens sent with a question</text>`,
    ...lines.toReversed().map((curve) => drawCurve(curve, scale)),
    ...placeLabels(lines, scale, left + PANEL.width).map(drawLabel),
  ].join('\n')
}

function drawRow(tick: number, left: number, y: number): string {
  const line = `<path d="M${left} ${y}h${PANEL.width}" stroke="${GRID}" stroke-opacity="${tick ? 0.3 : 0.8}"/>`
  return `${line}<text x="${left - 8}" y="${y + 4}" text-anchor="end">${percent(tick)}</text>`
}

function drawColumn(tick: number, x: number): string {
  const line = `<path d="M${x} ${PANEL.bottom}v5" stroke="${GRID}"/>`
  return `${line}<text x="${x}" y="${PANEL.bottom + 21}" text-anchor="middle">${percent(tick)}</text>`
}

function columnTicks(most: number): number[] {
  const step = most <= 0.3 ? 0.05 : most <= 0.6 ? 0.1 : 0.2
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, place) => rounded(place * step))
}

/** A round share slightly above the largest. */
function mostKept(curves: readonly Curve[]): number {
  const largest = Math.max(0.1, ...curves.flatMap(({ points }) => points.map(({ kept }) => kept)))
  return Math.min(1, Math.ceil(largest * 20 + 0.4) / 20)
}

/** Distance on either axis within which two lines look like one. */
const ALIKE = 0.012

interface DrawnCurve extends Curve {
  readonly place: number
  /** Names of all curves at this position. */
  readonly names: readonly string[]
}

/** Merges similar curves into the first of them, which gets the names of all. */
export function mergeAlike(curves: readonly Curve[]): readonly DrawnCurve[] {
  const merged: DrawnCurve[] = []
  for (const [place, curve] of curves.entries()) {
    const known = merged.findIndex((other) => isAlike(other.points, curve.points))
    if (known < 0) merged.push({ ...curve, names: [plain(curve.title)], place })
    else merged[known] = { ...merged[known]!, names: [...merged[known]!.names, plain(curve.title)] }
  }
  return merged
}

function isAlike(one: readonly SweepPoint[], other: readonly SweepPoint[]): boolean {
  if (one.length !== other.length) return false
  return one.every(({ kept, evidence }, place) => {
    const twin = other[place]!
    return Math.abs(kept - twin.kept) <= ALIKE && Math.abs(evidence - twin.evidence) <= ALIKE
  })
}

function drawCurve({ points, place }: DrawnCurve, { x, y }: Scale): string {
  const { color, mark } = SERIES[place % SERIES.length]!
  const path = points.map(({ kept, evidence }, index) => `${index ? 'L' : 'M'}${x(kept)} ${y(evidence)}`).join('')
  const marks = points.map(({ kept, evidence }) => mark(x(kept), y(evidence)))
  const usual = place === 0 ? points.find(({ scale }) => scale === 1) : undefined
  const ring = usual
    ? `<circle cx="${x(usual.kept)}" cy="${y(usual.evidence)}" r="9" fill="none" stroke="${color}" stroke-width="1.5"/>`
    : ''
  const line = `<path d="${path}" fill="none" stroke="${color}" stroke-width="${place ? 2 : 3}" stroke-linejoin="round"/>`
  return `${line}<g fill="${color}">${marks.join('')}</g>${ring}`
}

interface Label {
  readonly text: string
  readonly color: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle'
}

/** Approximate width of a letter, since nothing here measures text. */
const LETTER_WIDTH = 8.4
const LINE_HEIGHT = 16

/** The labels of each curve: its names, and the default point. */
function placeLabels(curves: readonly DrawnCurve[], { x, y }: Scale, right: number): readonly Label[] {
  return curves.flatMap(({ points, names, place }) => {
    const { color } = SERIES[place % SERIES.length]!
    const at = placeNames(points, names, { x, y }, right)
    const labels = names.map((text, line): Label => {
      return { text, color, x: at.x, y: at.y + line * LINE_HEIGHT, anchor: 'start' }
    })
    const usual = place === 0 ? points.find(({ scale }) => scale === 1) : undefined
    if (usual) labels.push({ text: 'default', color, x: x(usual.kept), y: y(usual.evidence) - 15, anchor: 'middle' })
    return labels
  })
}

/** Places the names below the first point after the start that has room below it: that space is free beside a rising line. */
function placeNames(
  points: readonly SweepPoint[],
  names: readonly string[],
  { x, y }: Scale,
  right: number,
): { readonly x: number; readonly y: number } {
  const furthest = right - LETTER_WIDTH * Math.max(...names.map((name) => name.length))
  const lowest = PANEL.bottom - 5 - (names.length - 1) * LINE_HEIGHT
  const places = points.map(({ kept, evidence }) => ({ x: Math.min(x(kept) + 5, furthest), y: y(evidence) + 20 }))
  return places.slice(1).find((place) => place.y <= lowest) ?? { x: furthest, y: lowest }
}

function drawLabel({ text, color, x, y, anchor }: Label): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}" fill="${color}" font-weight="600">${escaped(text)}</text>`
}

/** A method's name without the marks of a table. */
function plain(title: string): string {
  return title.replace(/[*`]/g, '').replace(/ of \S+ \S+$/, '')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
