import { html } from './html.js'

/** Inputs for the limits of a key. With `row`, those of an existing key. */
export function KeyFields({ row }) {
  const texts = textsOf(row)
  return html`
    <label>
      Spending limit in cents
      <input name="cents" inputmode="decimal" placeholder="none" defaultValue=${texts.cents} />
    </label>
    <${Choice} label="Spending limit per" name="period" chosen=${texts.period} of=${[['day'], ['month']]} />
    <${Choice}
      label="Requests without a known price"
      name="unpriced"
      chosen=${texts.unpriced}
      of=${[['refuse'], ['allow']]}
    />
    <label>
      Models
      <input name="models" placeholder="all, or gpt-5*, claude-*" defaultValue=${texts.models} />
    </label>
    <label>
      Expires (UTC)
      <input name="expires" type="datetime-local" defaultValue=${texts.expires} />
    </label>
    <${Choice}
      label="Conversations"
      name="mode"
      chosen=${texts.mode}
      of=${[['', 'the server’s setting'], ['fold', 'folded'], ['observe', 'observed']]}
    />
    <label>Tags <input name="tags" placeholder="team-a, prod" defaultValue=${texts.tags} /></label>
  `
}

/** The texts of the inputs for an existing key; without `row`, those of a new one. */
function textsOf(row) {
  const limit = row?.spending_limit
  return {
    limit: String(row?.requests_per_minute ?? ''),
    cents: String(limit?.cents ?? ''),
    period: limit?.period ?? 'month',
    unpriced: row?.unpriced ?? 'refuse',
    models: row?.models.join(', ') ?? '',
    expires: row?.expires_at?.slice(0, 16) ?? '',
    mode: row?.mode ?? '',
    tags: row?.tags.join(', ') ?? '',
  }
}

/** Converts the inputs of a form to fields of the admin API. */
export function readKeyFields(form) {
  return fieldsOf(Object.fromEntries(new FormData(form)))
}

/** The fields that a form changes: an unchanged time would lose its seconds. */
export function readKeyChanges(form, row) {
  const before = fieldsOf(textsOf(row))
  const isChanged = ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(readKeyFields(form)).filter(isChanged))
}

function fieldsOf(texts) {
  const text = (name) => String(texts[name] ?? '').trim()
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
