import { useState } from 'preact/hooks'
import { Chart } from './chart.js'
import { count, dollars, milliseconds, percent, short, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Table } from './table.js'

const DAY_MS = 86_400_000

export function Overview({ api }) {
  const [days, setDays] = useState(30)
  const usage = useLoad(() => api.usage(dayOf(Date.now() - (days - 1) * DAY_MS)), [days])
  const activity = useLoad(() => api.activity(), [])
  const status = useLoad(() => api.status(), [])
  return html`
    <h1>Overview</h1>
    <label>
      Tokens of the last
      <select value=${days} onChange=${(event) => setDays(Number(event.target.value))}>
        ${[7, 30, 90].map((number) => html`<option value=${number}>${number} days</option>`)}
      </select>
    </label>
    <${Loaded} state=${usage}>${(rows) => html`<${Tokens} rows=${rows} />`}<//>
    <${Loaded} state=${activity}>${(sums) => html`<${Activity} sums=${sums} />`}<//>
    ${api.role === 'admin' && html`<${Loaded} state=${status}>${(value) => html`<${FailedOpen} status=${value} />`}<//>`}
  `
}

function Tokens({ rows }) {
  const byDay = addUp(rows, ({ day }) => day).sort((one, other) => (one.name < other.name ? -1 : 1))
  const total = addUp(rows, () => 'all')[0]
  const byModel = addUp(rows, ({ account, model }) => `${account}\n${model}`)
  return html`
    <dl class="figures">
      <${Figure} label="Requests" value=${count(total?.requests ?? 0)} />
      <${Figure} label="Input tokens saved" value=${short(total?.saved_tokens ?? 0)} />
      <${Figure} label="Share saved" value=${percent(total?.saved_tokens ?? 0, total?.original_tokens ?? 0)} />
      <${Figure} label="Requests that failed" value=${count(total?.failed ?? 0)} />
    </dl>
    <${Chart}
      title="Input tokens by day"
      xLabel="Day (UTC)"
      labels=${byDay.map(({ name }) => name)}
      series=${[
        { label: 'original', values: byDay.map(({ original_tokens }) => original_tokens) },
        { label: 'sent', values: byDay.map(({ optimized_tokens }) => optimized_tokens) },
        {
          label: 'read from the provider’s cache',
          values: byDay.map(({ billed_cached_tokens }) => billed_cached_tokens),
        },
      ]}
    />
    <h2>By account and model</h2>
    <${Table}
      name="usage"
      caption="Usage by account and model"
      hasSearch
      rows=${byModel}
      sort=${{ column: 5, isDown: true }}
      columns=${USAGE_COLUMNS}
    />
  `
}

const USAGE_COLUMNS = [
  { label: 'Account', value: ({ name }) => name.split('\n')[0] },
  { label: 'Model', value: ({ name }) => name.split('\n')[1] },
  number('Requests', 'requests'),
  number('Failed', 'failed'),
  number('Original tokens', 'original_tokens'),
  number('Saved tokens', 'saved_tokens'),
  number('Billed input', 'billed_input_tokens'),
  number('Billed from cache', 'billed_cached_tokens'),
  number('Output tokens', 'output_tokens'),
]

function Activity({ sums }) {
  const { days, turns, outcomes, statuses, overhead_ms: overhead } = sums
  const all = days.reduce(add, {})
  const errors = statuses.filter(({ status }) => status >= 400)
  return html`
    <h2>Conversations</h2>
    <p class="quiet">
      ${
        sums.since
          ? `The newest requests of conversations, at most 20,000 of the last seven days, since ${time(sums.since)}.`
          : 'No request of a conversation has been recorded in the last seven days.'
      }
    </p>
    <dl class="figures">
      <${Figure} label="Input bill" value=${dollars(all.usd)} />
      <${Figure} label="Direct with cache (estimate)" value=${dollars(all.direct_usd)} />
      <${Figure} label="Money saved" value=${`${dollars((all.direct_usd ?? 0) - (all.usd ?? 0))} (${percent(all.direct_usd - all.usd, all.direct_usd)})`} />
      <${Figure} label="Cache hit rate with Pleat" value=${percent(all.cached_tokens, all.input_tokens)} />
      <${Figure} label="Cache hit rate direct (estimate)" value=${percent(all.direct_cached_tokens, all.direct_input_tokens)} />
      <${Figure} label="Overhead p50" value=${milliseconds(overhead?.p50)} />
      <${Figure} label="Overhead p95" value=${milliseconds(overhead?.p95)} />
      <${Figure} label="Overhead p99" value=${milliseconds(overhead?.p99)} />
    </dl>
    <p class="quiet">
      Direct with cache: the same requests unshortened, where the provider’s cache holds all that the request before sent, at
      the input prices of the server’s table. Where in doubt the estimate is in favour of sending everything.
    </p>
    <div class="pair">
      <${Chart}
        title="Input bill by day"
        xLabel="Day (UTC)"
        format=${dollars}
        labels=${days.map(({ day }) => day)}
        series=${[
          { label: 'direct with cache (estimate)', values: days.map(({ direct_usd }) => direct_usd) },
          { label: 'with Pleat', values: days.map(({ usd }) => usd) },
        ]}
      />
      <${Chart}
        title="Share saved by turn"
        xLabel="Turn"
        format=${(value) => `${value} %`}
        labels=${turns.map(({ turn }) => String(turn))}
        series=${[
          {
            label: 'input tokens saved',
            values: turns.map((row) => Math.round((1000 * row.saved_tokens) / Math.max(1, row.original_tokens)) / 10),
          },
        ]}
      />
    </div>
    <h2>What was done</h2>
    <${Table}
      name="outcomes"
      caption="Requests by what was done, or why nothing was"
      rows=${outcomes}
      sort=${{ column: 1, isDown: true }}
      columns=${[
        { label: 'Done, or the reason', value: ({ compression }) => compression },
        number('Requests', 'requests'),
        number('Original tokens', 'original_tokens'),
        number('Saved tokens', 'saved_tokens'),
      ]}
    />
    <h2>Errors of providers</h2>
    <${Table}
      name="errors"
      caption="Answers of providers with a status of 400 or more"
      rows=${errors}
      columns=${[{ label: 'Status', value: ({ status }) => status, isNumber: true }, number('Requests', 'requests')]}
    />
  `
}

function FailedOpen({ status }) {
  const rows = Object.entries(status.counters).map(([name, times]) => ({ name: name.replaceAll('_', ' '), times }))
  return html`
    <h2>Failed open</h2>
    <p class="quiet">What went wrong inside and was survived, since this process started: the request went out all the same.</p>
    <${Table}
      name="failed-open"
      caption="Failures that were survived, by kind"
      rows=${rows}
      sort=${{ column: 1, isDown: true }}
      columns=${[{ label: 'Kind', value: ({ name }) => name }, number('Times', 'times')]}
    />
  `
}

/** A figure with what it is of. */
export function Figure({ label, value }) {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
}

/** A column of whole numbers. */
export function number(label, field) {
  return { label, isNumber: true, value: (row) => row[field], show: (row) => count(row[field]) }
}

/** Adds rows up by name. */
function addUp(rows, nameOf) {
  const sums = new Map()
  for (const row of rows) sums.set(nameOf(row), add(sums.get(nameOf(row)) ?? { name: nameOf(row) }, row))
  return [...sums.values()]
}

function add(sum, row) {
  const next = { ...sum }
  for (const [field, value] of Object.entries(row))
    if (typeof value === 'number') next[field] = (sum[field] ?? 0) + value
  return next
}

const dayOf = (at) => new Date(at).toISOString().slice(0, 10)
