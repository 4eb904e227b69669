import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { download, toCsv } from './csv.js'
import { short } from './format.js'
import { html } from './html.js'

const HEIGHT = 220
const COLORS = ['--series-1', '--series-2', '--series-3', '--series-4']

/**
 * Line chart over labelled positions, with the same numbers as a table for screen readers.
 * @param labels positions on the x axis
 * @param series each `{ label, values }`; null for unknown values
 */
export function Chart({ title, xLabel, labels, series, format = short }) {
  const place = useRef(null)
  const theme = useTheme()
  const key = JSON.stringify([labels, series, theme])
  useEffect(() => {
    const element = place.current
    if (labels.length === 0) return
    const plot = new uPlot(
      optionsFor(element, { labels, series, format }),
      [labels.map((_, index) => index), ...series.map(({ values }) => values)],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [key])
  return html`
    <figure class="chart">
      <figcaption>
        <strong>${title}</strong>
        <span class="legend">
          ${series.map(({ label }, index) => html`<span class=${`legend-${index + 1}`}>${label}</span>`)}
        </span>
      </figcaption>
      ${
        labels.length === 0
          ? html`<p class="quiet">Nothing recorded yet.</p>`
          : html`<div ref=${place} class="plot" role="img" aria-label=${describe(title, { labels, series, format })}></div>`
      }
      <details>
        <summary>As a table</summary>
        <div class="tools">
          <button type="button" class="plain" onClick=${() => save(title, { xLabel, labels, series })}>Save as CSV</button>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label=${`${title}, as a table`}>
          <table>
            <thead>
              <tr><th scope="col">${xLabel}</th>${series.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}</tr>
            </thead>
            <tbody>
              ${labels.map(
                (label, row) => html`
                  <tr><th scope="row">${label}</th>${series.map(({ values }) => html`<td class="number">${format(values[row])}</td>`)}</tr>
                `,
              )}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  `
}

function save(title, { xLabel, labels, series }) {
  const columns = [
    { label: xLabel, value: (row) => labels[row] },
    ...series.map(({ label, values }) => ({ label, value: (row) => values[row] })),
  ]
  const name = title.toLowerCase().replace(/[^a-z]+/g, '-')
  download(`pleat-${name}.csv`, toCsv(columns, [...labels.keys()]))
}

function describe(title, { labels, series, format }) {
  const ends = series.map(({ label, values }) => `${label}: ${format(values[0])} to ${format(values.at(-1))}`)
  return `${title}, ${labels[0]} to ${labels.at(-1)}. ${ends.join('; ')}.`
}

/** The colour of a style property in the theme of `element`, in a form that a canvas accepts. */
function colorIn(element, name) {
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}

function optionsFor(element, { labels, series, format }) {
  const color = (name) => colorIn(element, name)
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
  }
  return {
    width: element.clientWidth || 300,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, from, to) => (labels.length === 1 ? [-1, 1] : [from, to]) },
      y: { range: yRange },
    },
    axes: [
      {
        ...axis,
        values: (_, places) => places.map((index) => labels[index] ?? ''),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200],
        space: 90,
      },
      { ...axis, size: 64, values: (_, values) => values.map((value) => format(value)) },
    ],
    series: [
      {},
      ...series.map(({ label }, index) => ({
        label,
        stroke: color(COLORS[index]),
        width: 2,
        dash: index % 2 === 1 ? [6, 4] : undefined,
        points: { show: labels.length < 40, size: 5 },
      })),
    ],
  }
}

/** Axis from 0, or from the lowest value if that is negative. */
function yRange(_, least, most) {
  return [Math.min(0, least ?? 0), most > 0 ? most * 1.05 : 1]
}

/** The name of the theme, so that canvases are painted again when it changes. */
function useTheme() {
  const [theme, setTheme] = useState('')
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const read = () => setTheme(`${document.documentElement.dataset.theme ?? ''} ${dark.matches}`)
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    dark.addEventListener('change', read)
    read()
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', read)
    }
  }, [])
  return theme
}
