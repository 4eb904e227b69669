import { useState } from 'preact/hooks'
import { html } from './html.js'
import { useLoad } from './load.js'
import { addUp, money, number } from './parts.js'
import { Table } from './table.js'

/** Groupings of the usage. `columns` are the labels of the parts of a group name. */
const GROUPS = {
  model: { label: 'account and model', columns: ['Account', 'Model'] },
  key: { label: 'key', columns: ['Account', 'Key'] },
  tag: { label: 'tag of keys', columns: ['Tag'] },
  kind: { label: 'kind of request', columns: ['Kind'] },
}

const SEPARATOR = '\n'

/** Tokens and money by account and model, by key, by the tags of keys, or by the kind of request. */
export function UsageTable({ rows, api }) {
  const [group, setGroup] = useState('model')
  // A key sees its own account, whose keys it may not list.
  const isAdmin = api.role === 'admin'
  const keys = useLoad(() => (isAdmin ? api.keys() : Promise.resolve([])), [])
  const byId = new Map((keys.data ?? []).map((key) => [key.id, key]))
  const { label, columns } = GROUPS[group]
  const sums = addUp(
    rows.flatMap((row) => partsOf(row, group, byId).map((parts) => ({ ...row, parts }))),
    ({ parts }) => parts.join(SEPARATOR),
  )
  return html`
    <h2>Usage</h2>
    <label>
      Add up by
      <select value=${group} onChange=${(event) => setGroup(event.target.value)}>
        ${Object.entries(GROUPS)
          .filter(([name]) => isAdmin || name !== 'tag')
          .map(([name, choice]) => html`<option value=${name}>${choice.label}</option>`)}
      </select>
    </label>
    ${group === 'tag' && html`<p class="quiet">Requests of a key with several tags count under each of them.</p>`}
    <${Table}
      key=${group}
      name=${`usage-by-${group}`}
      caption=${`Usage by ${label}`}
      hasSearch
      rows=${sums}
      sort=${{ column: columns.length, isDown: true }}
      columns=${[...columns.map((column, index) => ({ label: column, value: ({ name }) => name.split(SEPARATOR)[index] })), ...FIGURES]}
    />
  `
}

/** The group names of a row of usage: one, or one per tag. */
function partsOf({ account, model, key_id: id, kind }, group, byId) {
  const key = byId.get(id)
  switch (group) {
    case 'model':
      return [[account, model ?? kind]]
    case 'key':
      return [[account, key ? `${key.preview}…` : id]]
    case 'tag':
      return key?.tags.length > 0 ? key.tags.map((tag) => [tag]) : [['no tag']]
    default:
      return [[kind]]
  }
}

const FIGURES = [
  number('Requests', 'requests'),
  number('Failed', 'failed'),
  number('Original tokens', 'original_tokens'),
  number('Saved tokens', 'saved_tokens'),
  money('Input bill', 'usd'),
  money('Direct (estimate)', 'direct_usd'),
  money('Money saved', 'saved_usd'),
  number('Billed input', 'billed_input_tokens'),
  number('Billed from cache', 'billed_cached_tokens'),
  number('Output tokens', 'output_tokens'),
  number('Observed requests', 'observed'),
  number('Would be saved', 'observed_saved_tokens'),
  number('Held-out requests', 'held_out'),
]
