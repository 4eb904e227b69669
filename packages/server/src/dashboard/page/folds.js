import { time } from './format.js'
import { html } from './html.js'
import { money, number } from './parts.js'
import { Table } from './table.js'

/**
 * Lists the folds among the requests of a session, which are in order of time. A fold changes the cached prefix, so its
 * request may cost more than sending everything. Later requests usually save money.
 */
export function foldsIn(rows) {
  const folds = []
  for (const row of rows) {
    const difference = row.usd === null || row.usd === undefined ? 0 : row.direct_usd - row.usd
    const last = folds.at(-1)
    // A request that is sent again repeats its fold.
    if (row.fold_moved && row.status < 400 && row.turn !== last?.turn) {
      const tokens = row.original_tokens - row.optimized_tokens
      folds.push({ turn: row.turn, at: row.at, tokens, at_once: difference, later: 0, requests: 0 })
    } else if (last) {
      last.later += difference
      last.requests++
    }
  }
  return folds.map((fold) => ({ ...fold, sum: fold.at_once + fold.later }))
}

/** The cost of each fold, and its savings until the next one. */
export function Folds({ rows }) {
  return html`
    <h2>Folds</h2>
    <p class="quiet">
      Money is the difference from sending everything with the provider’s cache (an estimate). It is negative if the request cost
      more. Savings of later requests count for the newest fold before them.
    </p>
    <${Table} name="folds" caption="Folds of this session" rows=${foldsIn(rows)} columns=${COLUMNS} />
  `
}

const COLUMNS = [
  number('Turn', 'turn'),
  { label: 'Time', value: ({ at }) => at, show: ({ at }) => time(at) },
  number('Tokens saved', 'tokens'),
  money('Saved at once', 'at_once'),
  number('Later requests', 'requests'),
  money('Saved by them', 'later'),
  money('Total', 'sum'),
]
