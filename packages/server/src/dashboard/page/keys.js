import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from './action.js'
import { time } from './format.js'
import { html } from './html.js'
import { keyColumns } from './key-columns.js'
import { KeyFields, readKeyChanges, readKeyFields } from './key-form.js'
import { Loaded, useLoad } from './load.js'
import { Table } from './table.js'

/** Keys of all accounts: create, limit, rotate, block and revoke them. */
export function Keys({ api }) {
  const state = useLoad(() => api.keys(), [])
  const [made, setMade] = useState()
  const [open, setOpen] = useState()
  const { act, problem } = useAction(state.reload)
  const create = (event) => {
    event.preventDefault()
    const form = event.target
    const account = new FormData(form).get('account')
    act(async () => {
      setMade(await api.createKey({ account, ...readKeyFields(form) }))
      // The field is required: while it is empty, a second click creates no key.
      form.elements.account.value = ''
    })
  }
  const finish = (work) =>
    act(async () => {
      await work()
      setOpen(undefined)
    })
  const actions = {
    change: (row) => setOpen({ row, Form: Change }),
    rotate: (row) => setOpen({ row, Form: Rotate }),
    block: ({ id }) => act(() => api.blockKey(id)),
    unblock: ({ id }) => act(() => api.unblockKey(id)),
    revoke: ({ id, preview, account }) => {
      if (confirm(`Revoke ${preview}… of ${account}? It is refused from its next request on, for good.`))
        act(() => api.revokeKey(id))
    },
  }
  return html`
    <h1>Keys</h1>
    <form onSubmit=${create}>
      <div class="row">
        <label>Account <input name="account" required maxlength="100" /></label>
        <label>Requests a minute <input name="limit" type="number" min="1" placeholder="default" /></label>
        <button>Create key</button>
      </div>
      <details>
        <summary>More limits</summary>
        <div class="row"><${KeyFields} /></div>
      </details>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <div role="status">
      ${
        made &&
        html`<p class="notice">The key of ${made.account}, shown this once: <code class="secret">${made.key}</code></p>`
      }
    </div>
    ${
      open &&
      html`<${open.Form} key=${open.row.id} row=${open.row} api=${api} finish=${finish} setMade=${setMade} onCancel=${() => setOpen(undefined)} />`
    }
    <${Loaded} state=${state}>
      ${(keys) => html`<${Table} name="keys" caption="Keys" hasSearch rows=${keys} columns=${keyColumns(actions)} />`}
    <//>
  `
}

function Change({ row, api, finish, onCancel }) {
  const save = (event) => {
    event.preventDefault()
    const form = event.target
    finish(() => api.changeKey(row.id, readKeyChanges(form, row)))
  }
  return html`
    <${Section} title=${`Change ${row.preview}… of ${row.account}`} onSubmit=${save} onCancel=${onCancel} action="Save">
      <label>
        Requests a minute
        <input name="limit" type="number" min="1" placeholder="default" defaultValue=${row.requests_per_minute ?? ''} />
      </label>
      <${KeyFields} row=${row} />
    <//>
  `
}

function Rotate({ row, api, finish, setMade, onCancel }) {
  const rotate = (event) => {
    event.preventDefault()
    const seconds = Number(new FormData(event.target).get('grace'))
    finish(async () => {
      // Read again, because an earlier attempt may have succeeded although its response was lost.
      const { previous_key_until: until } = (await api.keys()).find(({ id }) => id === row.id) ?? row
      if (!until || confirm(warningOf(until))) setMade(await api.rotateKey(row.id, seconds))
    })
  }
  return html`
    <${Section} title=${`Rotate ${row.preview}… of ${row.account}`} onSubmit=${rotate} onCancel=${onCancel} action="Create the new key">
      <label>
        The current key works for another
        <select name="grace">
          ${GRACES.map(([label, seconds]) => html`<option value=${seconds} selected=${seconds === DAY}>${label}</option>`)}
        </select>
      </label>
    <//>
  `
}

const warningOf = (until) =>
  `This key was rotated before: its previous key works until ${time(until)}. ` +
  'If you rotate it again, that previous key is refused at once. Rotate it again?'

const DAY = 86_400
const GRACES = [
  ['moment only', 0],
  ['hour', 3600],
  ['day', DAY],
  ['7 days', 7 * DAY],
  ['30 days', 30 * DAY],
]

/** A form that a button of the table opens. It gets the focus. */
function Section({ title, action, onSubmit, onCancel, children }) {
  const heading = useRef()
  useEffect(() => heading.current.focus(), [])
  return html`
    <section class="raised">
      <h2 ref=${heading} tabindex="-1">${title}</h2>
      <form class="row" onSubmit=${onSubmit}>
        ${children}
        <button>${action}</button>
        <button type="button" class="plain" onClick=${onCancel}>Cancel</button>
      </form>
    </section>
  `
}
