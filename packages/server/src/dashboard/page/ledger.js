import { cents, count, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Figure } from './parts.js'
import { Table } from './table.js'

/** The ledger of one account. Without `id`, that of the key's own account, with its plan. */
export function Ledger({ api, id }) {
  const entries = useLoad(() => api.ledger(id), [id])
  return html`
    ${id === undefined ? html`<${Own} api=${api} />` : html`<p><a href="#/accounts">All accounts</a></p><h1>Ledger of ${id}</h1>`}
    <${Loaded} state=${entries}>
      ${(rows) => html`<${Table} name="ledger" caption="Ledger, the newest 1,000 entries" hasSearch rows=${rows} columns=${COLUMNS} />`}
    <//>
  `
}

function Own({ api }) {
  const state = useLoad(() => api.account(), [])
  return html`
    <h1>Account</h1>
    <${Loaded} state=${state}>
      ${({ account, tier_label, budget_cents, owed_cents, key, usage }) => html`
        <dl class="figures">
          <${Figure} label="Account" value=${account} />
          <${Figure} label="Plan" value=${tier_label} />
          <${Figure} label="Budget" value=${cents(budget_cents)} />
          ${owed_cents !== undefined && html`<${Figure} label="Owed" value=${cents(owed_cents)} />`}
          <${Figure} label="Tokens saved today" value=${count(usage.today.saved_tokens)} />
          <${Figure} label="Tokens saved in total" value=${count(usage.total.saved_tokens)} />
          <${Figure} label="Spent by this key this month" value=${cents(key.spent_month_cents)} />
          ${
            key.spending_limit &&
            html`<${Figure} label=${`Its limit per ${key.spending_limit.period}`} value=${`${cents(key.spending_limit.spent_cents)} of ${cents(key.spending_limit.cents)}`} />`
          }
          ${key.expires_at && html`<${Figure} label="Key expires" value=${time(key.expires_at)} />`}
        </dl>
      `}
    <//>
  `
}

const COLUMNS = [
  { label: 'Number', isNumber: true, value: ({ sequence }) => sequence },
  { label: 'Time', value: ({ created_at }) => created_at, show: ({ created_at }) => time(created_at) },
  { label: 'Book', value: ({ book }) => book },
  { label: 'Kind', value: ({ kind }) => kind },
  { label: 'Amount', isNumber: true, value: (row) => row.amount_cents, show: (row) => cents(row.amount_cents) },
  { label: 'Balance', isNumber: true, value: (row) => row.balance_cents, show: (row) => cents(row.balance_cents) },
  {
    label: 'Saved tokens',
    isNumber: true,
    value: ({ charge }) => charge?.saved_tokens,
    show: ({ charge }) => count(charge?.saved_tokens),
  },
  { label: 'Price', value: ({ charge }) => charge?.price },
]
