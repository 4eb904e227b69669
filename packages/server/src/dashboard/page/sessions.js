import { percent, shortId, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { money, number } from './parts.js'
import { Table } from './table.js'

export function Sessions({ api }) {
  const state = useLoad(() => api.sessions(), [])
  return html`
    <h1>Sessions</h1>
    <p class="quiet">The newest 1,000 sessions with at least two turns, used within PLEAT_SESSION_DAYS (by default 7). The text of messages is not stored.</p>
    <${Loaded} state=${state}>
      ${(sessions) => html`<${Table} name="sessions" caption="Sessions" hasSearch rows=${sessions} sort=${{ column: 2, isDown: true }} columns=${COLUMNS} />`}
    <//>
  `
}

const COLUMNS = [
  {
    label: 'Session',
    value: ({ id }) => id,
    show: ({ id, account }) =>
      html`<a href=${`#/sessions/${encodeURIComponent(id)}/${encodeURIComponent(account)}`} title=${id}>${shortId(id)}</a>`,
  },
  { label: 'Account', value: ({ account }) => account },
  { label: 'Last used', value: ({ last_used_at }) => last_used_at, show: ({ last_used_at }) => time(last_used_at) },
  number('Turns', 'turns'),
  number('Requests', 'requests'),
  number('Saved tokens', 'saved_tokens'),
  {
    label: 'Share saved',
    isNumber: true,
    value: (row) => row.saved_tokens / Math.max(1, row.original_tokens),
    show: (row) => percent(row.saved_tokens, row.original_tokens),
  },
  money('Input bill', 'usd'),
  money('Direct (estimate)', 'direct_usd'),
  money('Money saved', 'saved_usd'),
  number('Original tokens', 'original_tokens'),
  { label: 'Not folded because', value: ({ left_alone }) => left_alone },
]
