import { shown } from './figures.ts'
import type { SetLimit } from './limit/limit.ts'
import type { QualitySet } from './sets.ts'
import { table } from './tables.ts'

/** Heading of the part about the cheapest schedule, which ends at the view. */
export const LIMIT_HEADING = '### The limit'

const ABOUT = `The bill of a clairvoyant schedule, which knows where each conversation ends: dynamic programming over all requests. Before each
of them Pleat's own schedule is followed, or the history is kept, folded, folded anew as one digest, or sent unfolded, with digests
as long as the cache needs or shorter. Digests are those that the fold writes there, and the bill is that of what is sent. Both of
Pleat's schedules are among those that are followed, and any choice may come after them: neither can be below the limit. It is a
sample: some conversations of a set, at equal distances, and of each the first 60 requests. In a conversation of more than 30 requests
every second one is a place for another choice, and of the schedules that lead to a request those are followed that are cheapest for
some number of requests to come. So the true limit may be a little lower. Regenerate this part alone with
\`npm run bench:quality -- --only limit\`.

- *limit*, *\`tokens\`*, *\`cost\`*: bills relative to direct, of the same requests.
- *share*: what each objective saves of what the limit saves, in money.`

/** The whole part as Markdown. */
export function describeLimits(limits: readonly { readonly set: QualitySet; readonly limit: SetLimit }[]): string {
  const rows = limits.map(({ set, limit: { conversations, bills, share } }) => [
    set.title,
    conversations,
    ...[bills.limit, bills.tokens, bills.cost, share.tokens, share.cost].map(shown),
  ])
  const head = ['', 'conversations', 'limit', '`tokens`', '`cost`', 'share of `tokens`', 'share of `cost`']
  return `${[LIMIT_HEADING, ABOUT, table(head, rows)].join('\n\n')}\n`
}
