import { expect, it } from 'vitest'
import { drawPlot, mergeAlike } from './plot.ts'
import type { Curve } from './sweep.ts'

function curve(name: string, evidence: readonly number[]): Curve {
  const points = evidence.map((value, place) => ({
    scale: [0.5, 1, 2][place]!,
    kept: 0.1 * (place + 1),
    evidence: value,
  }))
  return { name, title: `**${name}**`, points }
}

const curves = [curve('ours', [0.8, 0.9, 0.95]), curve('newest', [0.1, 0.2, 0.3]), curve('same', [0.105, 0.2, 0.3])]

it('joins lines that would hide each other, with both names', () => {
  expect(mergeAlike(curves).map(({ names }) => names)).toEqual([['ours'], ['newest', 'same']])
})

it('draws a line and its points for each method, higher for more evidence', () => {
  const svg = drawPlot([{ title: 'A & B', curves }])
  expect(svg).toContain('A &amp; B')
  const paths = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)L[^"]*" fill="none"/g)]
  // The first method is drawn last, so that it is on top.
  const [newest, ours] = paths.map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
  expect(ours!.x).toBe(newest!.x)
  expect(ours!.y).toBeLessThan(newest!.y)
  expect(svg.match(/<circle [^>]*r="4.5"/g)).toHaveLength(3)
})

it('is well formed: every opened element is closed', () => {
  const svg = drawPlot([
    { title: 'one', curves },
    { title: 'two', curves: [] },
  ])
  const open: string[] = []
  for (const [, slash, name, end] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name)
    else if (!end) open.push(name!)
  }
  expect(open).toEqual([])
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

it('keeps every name inside its panel', () => {
  const low = curve('a rather long name', [0, 0.01, 0.02])
  const svg = drawPlot([{ title: 'one', curves: [curves[0]!, low] }])
  const [, x, y] = /<text x="([\d.]+)" y="([\d.]+)"[^>]*>a rather long name/.exec(svg)!
  expect(Number(x)).toBeLessThan(422 - 18 * 7)
  expect(Number(y)).toBeLessThan(330)
})

it('marks the default budget on the first line only', () => {
  const svg = drawPlot([{ title: 'one', curves }])
  expect(svg.match(/>default</g)).toHaveLength(1)
  expect(svg.match(/r="9"/g)).toHaveLength(1)
})
