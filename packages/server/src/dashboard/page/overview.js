import { useState } from 'preact/hooks'
import { Activity } from './activity.js'
import { Chart } from './chart.js'
import { FailedOpen } from './failed-open.js'
import { count, percent, short } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { addUp, byDay, dayAgo, Figure } from './parts.js'
import { UsageTable } from './usage-table.js'

export function Overview({ api }) {
  const [days, setDays] = useState(30)
  const usage = useLoad(() => api.usage(dayAgo(days - 1)), [days])
  const activity = useLoad(() => api.activity(), [])
  const status = useLoad(() => api.status(), [])
  return html`
    <h1>Overview</h1>
    <label>
      Tokens of the last
      <select value=${days} onChange=${(event) => setDays(Number(event.target.value))}>
        ${[7, 30, 90].map((choice) => html`<option value=${choice}>${choice} days</option>`)}
      </select>
    </label>
    <${Loaded} state=${usage}>${(rows) => html`<${Tokens} rows=${rows} days=${days} api=${api} />`}<//>
    <${Loaded} state=${activity}>${(sums) => html`<${Activity} sums=${sums} />`}<//>
    ${api.role === 'admin' && html`<${Loaded} state=${status}>${(value) => html`<${FailedOpen} status=${value} />`}<//>`}
  `
}

function Tokens({ rows, days, api }) {
  const all = addUp(rows, () => 'all')[0]
  // Transcript views are not sent to a provider, so they save no input tokens.
  const conversations = rows.filter(({ kind }) => kind === 'conversation')
  const sums = addUp(conversations, ({ day }) => day)
  const lastDays = sums.length > 0 ? byDay(sums, days) : []
  const total = addUp(conversations, () => 'all')[0]
  return html`
    <dl class="figures">
      <${Figure} label="Requests" value=${count(all?.requests ?? 0)} />
      <${Figure} label="Input tokens saved" value=${short(total?.saved_tokens ?? 0)} />
      <${Figure} label="Share saved" value=${percent(total?.saved_tokens ?? 0, total?.original_tokens ?? 0)} />
      ${
        total?.observed > 0 &&
        html`<${Figure} label="Observed: would be saved" value=${short(total.observed_saved_tokens)} />`
      }
      <${Figure} label="Failed requests" value=${count(all?.failed ?? 0)} />
    </dl>
    <${Chart}
      title="Input tokens by day"
      xLabel="Day (UTC)"
      labels=${lastDays.map(({ day }) => day)}
      series=${[
        { label: 'original', values: lastDays.map(({ row }) => row?.original_tokens ?? 0) },
        { label: 'sent', values: lastDays.map(({ row }) => row?.optimized_tokens ?? 0) },
        {
          label: 'read from the provider’s cache',
          values: lastDays.map(({ row }) => row?.billed_cached_tokens ?? 0),
        },
      ]}
    />
    <${UsageTable} rows=${rows} api=${api} />
  `
}
