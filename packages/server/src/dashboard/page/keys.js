import { useState } from 'preact/hooks'
import { useAction } from './action.js'
import { count, time } from './format.js'
import { html } from './html.js'
import { Loaded, useLoad } from './load.js'
import { Table } from './table.js'

/** Keys of all accounts: made and revoked here. */
export function Keys({ api }) {
  const state = useLoad(() => api.keys(), [])
  const [made, setMade] = useState()
  const { act, problem } = useAction(state.reload)
  const create = (event) => {
    event.preventDefault()
    const form = new FormData(event.target)
    const limit = form.get('limit')
    const fields = { account: form.get('account'), ...(limit && { requests_per_minute: Number(limit) }) }
    return act(async () => setMade(await api.createKey(fields)))
  }
  const revoke = ({ id, preview, account }) => {
    if (confirm(`Revoke ${preview}… of ${account}? It is refused from its next request on, for good.`))
      act(() => api.revokeKey(id))
  }
  return html`
    <h1>Keys</h1>
    <form class="row" onSubmit=${create}>
      <label>Account <input name="account" required maxlength="100" /></label>
      <label>Requests a minute <input name="limit" type="number" min="1" placeholder="default" /></label>
      <button>Create key</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <div role="status">
      ${
        made &&
        html`<p class="notice">The key of ${made.account}, shown this once: <code class="secret">${made.key}</code></p>`
      }
    </div>
    <${Loaded} state=${state}>
      ${(keys) => html`<${Table} name="keys" caption="Keys" hasSearch rows=${keys} columns=${columnsWith(revoke)} />`}
    <//>
  `
}

function columnsWith(revoke) {
  return [
    { label: 'Key', value: ({ preview }) => preview, show: ({ preview }) => html`<code>${preview}…</code>` },
    { label: 'Account', value: ({ account }) => account },
    { label: 'Plan', value: ({ plan }) => plan },
    {
      label: 'Requests a minute',
      isNumber: true,
      value: (row) => row.requests_per_minute,
      show: (row) => (row.requests_per_minute === null ? 'default' : count(row.requests_per_minute)),
    },
    { label: 'Created', value: ({ created_at }) => created_at, show: ({ created_at }) => time(created_at) },
    {
      label: 'Revoked',
      value: ({ revoked_at }) => revoked_at,
      show: (row) =>
        row.revoked_at
          ? time(row.revoked_at)
          : html`<button type="button" class="plain" onClick=${() => revoke(row)} aria-label=${`Revoke ${row.preview}`}>Revoke</button>`,
    },
  ]
}
