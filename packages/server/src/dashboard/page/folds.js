import { count, time } from './format.js'
import { html } from './html.js'
import { money, number } from './parts.js'
import { Table } from './table.js'

/** A fold saves at least this many tokens more than any earlier request. Recalls vary by less. */
const LEAST_TOKENS = 50

/**
 * Finds the folds among the requests of a session, which are in order of time. A fold is a request that saves more
 * tokens than any before. It changes the content of the provider's cache, so it may cost more than sending everything.
 * The requests until the next fold save money.
 */
export function foldsIn(rows) {
  const folds = []
  let mostSaved = 0
  for (const row of rows) {
    const saved = row.original_tokens - row.optimized_tokens
    const difference = row.usd === null || row.usd === undefined ? 0 : row.direct_usd - row.usd
    if (saved >= mostSaved + LEAST_TOKENS) {
      folds.push({ turn: row.turn, at: row.at, tokens: saved - mostSaved, at_once: difference, later: 0, requests: 0 })
      mostSaved = saved
    } else if (folds.length > 0) {
      const fold = folds.at(-1)
      fold.later += difference
      fold.requests++
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
  { label: 'Tokens removed', isNumber: true, value: ({ tokens }) => tokens, show: ({ tokens }) => count(tokens) },
  money('Saved at once', 'at_once'),
  number('Later requests', 'requests'),
  money('Saved by them', 'later'),
  money('Total', 'sum'),
]
