import { Chart } from './chart.js'
import { Folds } from './folds.js'
import { count, dollars, milliseconds, percent, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Figure, money, number } from './parts.js'
import { Table } from './table.js'
import { TagCloud } from './tag-cloud.js'

/** One session: its turns and its tags. */
export function SessionPage({ api, id, account }) {
  const session = useLoad(() => api.session(id, account), [id])
  const turns = useLoad(() => api.turns(id, account), [id])
  return html`
    <p><a href="#/sessions">All sessions</a></p>
    <h1>Session <code>${id}</code></h1>
    <${Loaded} state=${session}>${(value) => html`<${Facts} session=${value} />`}<//>
    <${Loaded} state=${turns}>${(rows) => html`<${Turns} rows=${rows} />`}<//>
    <h2>Tag cloud</h2>
    <${Loaded} state=${session}>${({ cloud }) => html`<${TagCloud} cloud=${cloud} />`}<//>
  `
}

function Facts({ session }) {
  return html`
    <dl class="figures">
      <${Figure} label="Account" value=${session.account} />
      <${Figure} label="Turns" value=${count(session.turns)} />
      <${Figure} label="Requests" value=${count(session.requests)} />
      <${Figure} label="Tokens saved" value=${`${count(session.saved_tokens)} (${percent(session.saved_tokens, session.original_tokens)})`} />
      <${Figure} label="Last used" value=${time(session.last_used_at)} />
    </dl>
    ${session.left_alone && html`<p class="notice">Conversations of this session are no longer folded: ${session.left_alone}.</p>`}
  `
}

function Turns({ rows }) {
  const labels = rows.map(({ turn }) => String(turn))
  const of = (field) => rows.map((row) => row[field])
  return html`
    <div class="pair">
      <${Chart}
        title="Input tokens by turn"
        xLabel="Turn"
        labels=${labels}
        series=${[
          { label: 'original', values: of('original_tokens') },
          { label: 'sent', values: of('optimized_tokens') },
          { label: 'read from the provider’s cache', values: of('cached_tokens') },
        ]}
      />
      <${Chart}
        title="Input bill by turn"
        xLabel="Turn"
        format=${dollars}
        labels=${labels}
        series=${[
          { label: 'direct with cache (estimate)', values: of('direct_usd') },
          { label: 'with Pleat', values: of('usd') },
        ]}
      />
    </div>
    <${Folds} rows=${rows} />
    <h2>Requests</h2>
    <${Table} name="turns" caption="Requests of this session" hasSearch rows=${rows} columns=${COLUMNS} />
  `
}

const COLUMNS = [
  number('Turn', 'turn'),
  { label: 'Time', value: ({ at }) => at, show: ({ at }) => time(at) },
  { label: 'Outcome', value: ({ compression }) => compression },
  { label: 'Model', value: ({ model }) => model },
  { label: 'Status', value: ({ status }) => status, isNumber: true },
  number('Original', 'original_tokens'),
  number('Sent', 'optimized_tokens'),
  number('Billed', 'input_tokens'),
  number('From cache', 'cached_tokens'),
  number('Output', 'output_tokens'),
  money('Input bill', 'usd'),
  money('Direct (estimate)', 'direct_usd'),
  {
    label: 'Overhead',
    isNumber: true,
    value: ({ overhead_ms }) => overhead_ms,
    show: ({ overhead_ms }) => milliseconds(overhead_ms),
  },
]
