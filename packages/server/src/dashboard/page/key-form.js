import { html } from './html.js'

/** Inputs for the limits of a key. With `row`, those of an existing key. */
export function KeyFields({ row }) {
  const limit = row?.spending_limit
  return html`
    <label>
      Spending limit in cents
      <input name="cents" inputmode="decimal" placeholder="none" defaultValue=${limit?.cents ?? ''} />
    </label>
    <${Choice} label="Spending limit per" name="period" chosen=${limit?.period ?? 'month'} of=${[['day'], ['month']]} />
    <${Choice}
      label="Requests without a known price"
      name="unpriced"
      chosen=${row?.unpriced ?? 'refuse'}
      of=${[['refuse'], ['allow']]}
    />
    <label>
      Models
      <input name="models" placeholder="all, or gpt-5*, claude-*" defaultValue=${row?.models.join(', ') ?? ''} />
    </label>
    <label>
      Expires (UTC)
      <input name="expires" type="datetime-local" defaultValue=${row?.expires_at?.slice(0, 16) ?? ''} />
    </label>
    <${Choice}
      label="Conversations"
      name="mode"
      chosen=${row?.mode ?? ''}
      of=${[['', 'the server’s setting'], ['fold', 'folded'], ['observe', 'observed']]}
    />
    <label>Tags <input name="tags" placeholder="team-a, prod" defaultValue=${row?.tags.join(', ') ?? ''} /></label>
  `
}

/** Converts the inputs of a form to fields of the admin API. */
export function readKeyFields(form) {
  const data = new FormData(form)
  const text = (name) => String(data.get(name) ?? '').trim()
  const expires = text('expires')
  return {
    requests_per_minute: text('limit') === '' ? null : Number(text('limit')),
    spending_limit: text('cents') === '' ? null : { cents: text('cents'), period: text('period') },
    unpriced: text('unpriced'),
    models: listOf(text('models')),
    expires_at: expires === '' ? null : `${expires.slice(0, 16)}:00Z`,
    mode: text('mode') || null,
    tags: listOf(text('tags')),
  }
}

function Choice({ label, name, chosen, of }) {
  return html`
    <label>
      ${label}
      <select name=${name}>
        ${of.map(
          ([value, shown = value]) => html`<option value=${value} selected=${value === chosen}>${shown}</option>`,
        )}
      </select>
    </label>
  `
}

function listOf(text) {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
