import { html } from './html.js'
import { number } from './parts.js'
import { Table } from './table.js'

/** Descriptions of the server's counters. */
const MEANINGS = {
  view_failed: 'A request could not be read as a conversation; it was sent unchanged.',
  session_failed: 'A session could not be found or saved; it began anew.',
  count_failed: 'Tokens could not be counted; they were estimated.',
  fold_failed: 'The fold failed; the original was sent.',
  fold_late: 'The fold was not ready in time; the original was sent.',
  fold_skipped: 'The threads that fold were busy; the original was sent.',
  self_check_failed: 'The rewritten body failed its own check; the original was sent.',
  retried_with_original: 'The provider refused a request; the original was sent, with or without its thinking.',
  reasoning_lost: 'The provider ignored reasoning. If no fold explains this, the conversation is no longer folded.',
  record_failed: 'Usage could not be stored.',
  turn_left_out: 'A request was not recorded for its session, because too many waited to be written.',
  cloud_failed: 'A tag cloud could not be built or stored.',
  cloud_skipped: 'A tag cloud was not updated, because too many waited.',
  snapshot_failed: 'A fold state could not be written for other nodes; they fold the conversation anew.',
  thread_killed: 'A thread that folds did not respond and was replaced.',
  alert_failed: 'The webhook did not accept an alert.',
}

/** Failures that did not fail a request, with their reasons. */
export function FailedOpen({ status }) {
  const rows = Object.entries(status.counters)
    .filter(([, times]) => times > 0)
    .map(([name, times]) => ({ name, meaning: MEANINGS[name] ?? name, times }))
  return html`
    <h2>Failed open</h2>
    <p class="quiet">Failures inside Pleat since this process started. None of them failed a request.</p>
    <${Table}
      name="failed-open"
      caption="Failures that did not stop a request"
      rows=${rows}
      sort=${{ column: 2, isDown: true }}
      columns=${[
        { label: 'Counter', value: ({ name }) => name },
        { label: 'What happened', value: ({ meaning }) => meaning },
        number('Times', 'times'),
      ]}
    />
  `
}
