import { useState } from 'preact/hooks'
import { count, percent } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Figure } from './parts.js'
import { Table } from './table.js'

/** Compares folded with held-out sessions: the effect of folding on one's own traffic. */
export function Comparison({ api }) {
  const [days, setDays] = useState(30)
  const [detect, setDetect] = useState(5)
  const state = useLoad(() => api.holdout(days, detect), [days, detect])
  return html`
    <h1>Comparison</h1>
    <div class="row">
      <label>
        Sessions that began in the last
        <select value=${days} onChange=${(event) => setDays(Number(event.target.value))}>
          ${[7, 14, 30, 90].map((choice) => html`<option value=${choice}>${choice} days</option>`)}
        </select>
      </label>
      <label>
        Difference to detect
        <select value=${detect} onChange=${(event) => setDetect(Number(event.target.value))}>
          ${[1, 2, 5, 10, 20].map((choice) => html`<option value=${choice}>${choice} %</option>`)}
        </select>
      </label>
    </div>
    <${Loaded} state=${state}>${(comparison) => html`<${Groups} comparison=${comparison} />`}<//>
  `
}

function Groups({ comparison }) {
  const { holdout_share: share, folded_sessions: folded, held_out_sessions: heldOut, measures } = comparison
  const rows = Object.entries(measures).map(([name, measure]) => ({ name, ...measure }))
  return html`
    <dl class="figures">
      <${Figure} label="Held out now" value=${percent(share, 1)} />
      <${Figure} label="Folded sessions" value=${count(folded)} />
      <${Figure} label="Held-out sessions" value=${count(heldOut)} />
    </dl>
    ${share === 0 && html`<p class="notice">No sessions are held out. PLEAT_HOLDOUT=5% holds out one in twenty.</p>`}
    <p class="quiet">
      Sessions that reached turn 5. An interval that contains 0 shows no difference. Sessions still needed: the number of further
      sessions, in both groups together, that show the chosen difference in 4 of 5 cases.
    </p>
    <${Table} name="comparison" caption="Folded and held-out sessions" rows=${rows} columns=${COLUMNS} />
  `
}

const NAMES = {
  input_cost: 'Input cost',
  input_tokens: 'Input tokens',
  cached_tokens: 'Cached tokens',
  output_tokens: 'Output tokens',
  latency: 'Latency',
  errors: 'Errors',
  retries: 'Retries',
  repeats: 'Repeated messages',
  turns: 'Turns',
}

const COLUMNS = [
  { label: 'Measure', value: ({ name }) => NAMES[name] ?? name },
  { label: 'Unit', value: ({ unit }) => unit },
  figure('Folded', ({ folded }) => folded),
  figure('Held out', (row) => row.held_out),
  interval('Difference', ({ estimate }) => estimate),
  interval('95 % from', ({ low }) => low),
  interval('95 % to', ({ high }) => high),
  figure('Sessions still needed', (row) => row.sessions_still_needed),
]

function figure(label, value) {
  return { label, isNumber: true, value, show: (row) => significant(value(row)) }
}

/** Shown in percent of the held-out group. Without a relative difference, in the unit of the measure. */
function interval(label, end) {
  const value = ({ relative, difference }) => (relative ?? difference) && end(relative ?? difference)
  return {
    label,
    isNumber: true,
    value,
    show: (row) => (row.relative ? signedPercent(value(row)) : significant(value(row))),
  }
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

const significant = (value) => (value === null || value === undefined ? undefined : NUMBER.format(value))

const signedPercent = (value) => `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)} %`
