import { cents, count, time } from './format.js'
import { html } from './html.js'

/** Columns of the table of keys. `actions` are called with the row of their button. */
export function keyColumns(actions) {
  return [
    { label: 'Key', value: ({ preview }) => preview, show: ({ preview }) => html`<code>${preview}…</code>` },
    { label: 'Account', value: ({ account }) => account },
    { label: 'Plan', value: ({ plan }) => plan },
    { label: 'State', value: ({ state }) => state, show: stateText },
    // Before the wide columns, so that it is visible.
    { label: 'Actions', isAction: true, value: () => undefined, show: (row) => buttonsOf(row, actions) },
    { label: 'Conversations', value: ({ mode }) => mode ?? 'default' },
    {
      label: 'Requests a minute',
      isNumber: true,
      value: (row) => row.requests_per_minute,
      show: (row) => (row.requests_per_minute === null ? 'default' : count(row.requests_per_minute)),
    },
    { label: 'Models', value: ({ models }) => models.join(', ') || 'all' },
    {
      label: 'Spending limit',
      isNumber: true,
      value: (row) => row.spending_limit?.cents,
      show: ({ spending_limit: limit }) => limit && `${cents(limit.cents)} a ${limit.period}`,
    },
    { label: 'Limit per', value: (row) => row.spending_limit?.period },
    { label: 'Unpriced requests', value: ({ unpriced }) => unpriced },
    amount('Spent today', 'spent_today_cents'),
    amount('Spent this month', 'spent_month_cents'),
    { label: 'Expires', value: (row) => row.expires_at, show: (row) => time(row.expires_at) },
    { label: 'Tags', value: ({ tags }) => tags.join(', ') },
    { label: 'Created', value: (row) => row.created_at, show: (row) => time(row.created_at) },
    { label: 'Revoked', value: (row) => row.revoked_at, show: (row) => time(row.revoked_at) },
  ]
}

function stateText(row) {
  return row.previous_key_until
    ? `${row.state}; the previous key works until ${time(row.previous_key_until)}`
    : row.state
}

function buttonsOf(row, { change, rotate, block, unblock, revoke }) {
  if (row.state === 'revoked') return undefined
  const button = (label, act) =>
    html`<button type="button" class="plain" onClick=${() => act(row)} aria-label=${`${label} ${row.preview}`}>${label}</button>`
  return html`
    <span class="actions">
      ${button('Change', change)} ${button('Rotate', rotate)}
      ${row.state === 'blocked' ? button('Unblock', unblock) : button('Block', block)} ${button('Revoke', revoke)}
    </span>
  `
}

function amount(label, field) {
  return { label, isNumber: true, value: (row) => row[field], show: (row) => cents(row[field]) }
}
