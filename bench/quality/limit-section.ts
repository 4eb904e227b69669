import { shown } from './figures.ts'
import type { SetLimit } from './limit/limit.ts'
import type { QualitySet } from './sets.ts'
import { table } from './tables.ts'

/** Heading of the part about the cheapest schedule. It ends where the part about the view begins. */
export const LIMIT_HEADING = '### The limit'

const ABOUT = `The limit is the bill of a clairvoyant schedule, which knows where each conversation ends. Dynamic programming
finds it. Before each request, the search follows Pleat's own schedule, or it keeps the history, folds it, folds it anew as one
digest, or sends it unfolded; digests are as long as the cache needs, or shorter. The digests are those that the fold would write,
and the bill is that of the sent requests. The search follows both of Pleat's schedules and may leave them later, so the
bill of neither can be below the limit.

The figures come from a sample of each set: about 240 requests, at most the first 60 of a conversation. In conversations
of over 30 requests, every second one gets all choices, and the others only two: Pleat's own, or keeping the history. Of
the schedules that lead to a request, the search follows the cheapest for some numbers of requests to come. So the true
limit may be a little lower. Regenerate this part alone with \`npm run bench:quality -- --only limit\`.

- *limit*, *\`tokens\`*, *\`cost\`*: bills of the same requests, relative to direct.
- *share*: money that each objective saves, as a share of the money that the limit saves.`

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
