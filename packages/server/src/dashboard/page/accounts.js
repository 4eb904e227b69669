import { useRef } from 'preact/hooks'
import { useAction } from './action.js'
import { createOnceKey } from './api.js'
import { cents, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Table } from './table.js'

/** Accounts, their plans and budgets. */
export function Accounts({ api }) {
  const state = useLoad(() => api.accounts(), [])
  const { act, problem } = useAction(state.reload)
  const create = (event) => {
    event.preventDefault()
    const form = event.target
    const { account, plan, budget } = Object.fromEntries(new FormData(form))
    act(async () => {
      await api.createAccount({ account, plan, budget_cents: budget || 0 })
      // The field is required: while it is empty, a second click creates no account.
      form.elements.account.value = ''
    })
  }
  // The idempotency key of the entered change. It is kept after a failure: the change may have been made although its
  // response was lost.
  const onceKey = useRef()
  const change = (event) => {
    event.preventDefault()
    const form = event.target
    const { account, what, cents: amount } = Object.fromEntries(new FormData(form))
    act(async () => {
      onceKey.current ??= createOnceKey()
      await (what === 'settle' ? api.settle : api.addBudget)(account, amount, onceKey.current)
      onceKey.current = undefined
      // The field is required: while it is empty, a second click records nothing.
      form.elements.cents.value = ''
    })
  }
  return html`
    <h1>Accounts</h1>
    <form class="row" onSubmit=${create}>
      <label>Name <input name="account" required maxlength="100" /></label>
      <label>Plan <select name="plan"><option>free</option><option>pro</option></select></label>
      <label>Budget in cents <input name="budget" inputmode="decimal" placeholder="0" /></label>
      <button>Create account</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <${Loaded} state=${state}>
      ${(accounts) => html`
        <${Table} name="accounts" caption="Accounts" hasSearch rows=${accounts} columns=${columnsWith((account, plan) => act(() => api.setPlan(account, plan)))} />
        <h2>Budget and payments</h2>
        <form class="row" onSubmit=${change} onInput=${() => (onceKey.current = undefined)}>
          <label>Account <select name="account">${accounts.map(({ account }) => html`<option value=${account}>${account}</option>`)}</select></label>
          <label>
            Change
            <select name="what">
              <option value="budget">Add to the budget</option>
              <option value="settle">Record a payment of the amount owed</option>
            </select>
          </label>
          <label>Cents <input name="cents" required inputmode="decimal" /></label>
          <button>Record</button>
        </form>
      `}
    <//>
  `
}

function columnsWith(setPlan) {
  return [
    {
      label: 'Account',
      value: ({ account }) => account,
      show: ({ account }) =>
        html`<a href=${`#/accounts/${encodeURIComponent(account)}`} aria-label=${`Ledger of ${account}`}>${account}</a>`,
    },
    {
      label: 'Plan',
      value: ({ plan }) => plan,
      show: ({ account, plan }) => html`
        <select value=${plan} aria-label=${`Plan of ${account}`} onChange=${(event) => setPlan(account, event.target.value)}>
          <option>free</option>
          <option>pro</option>
        </select>
      `,
    },
    amount('Budget', 'budget_cents'),
    amount('Owed', 'owed_cents'),
    { label: 'Own provider keys', value: ({ credentials }) => credentials.join(', ') },
    { label: 'Created', value: ({ created_at }) => created_at, show: ({ created_at }) => time(created_at) },
  ]
}

function amount(label, field) {
  return { label, isNumber: true, value: (row) => row[field], show: (row) => cents(row[field]) }
}
