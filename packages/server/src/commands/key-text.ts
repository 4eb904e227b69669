import type { KeyRow } from '../gate/key-port.ts'
import { toCents } from './cents.ts'
import { formatTime } from './output.ts'

/** What a key may do, for people: a line for each limit that it has. */
export function describeLimits(row: KeyRow): string[] {
  const { models, spending, allowsUnpriced, expiresAt, mode, tags } = row
  return [
    ...(models.length > 0 ? [`  Models               ${models.join(', ')}`] : []),
    ...(spending ? [`  Spending limit       ${describeSpending(spending)}`] : []),
    ...(spending && allowsUnpriced ? ['  Unpriced requests    allowed; they count as nothing'] : []),
    ...(expiresAt === null ? [] : [`  Expires              ${formatTime(expiresAt)}`]),
    ...(mode === null ? [] : [`  Conversations        ${mode === 'fold' ? 'folded' : 'observed, and sent unchanged'}`]),
    ...(tags.length > 0 ? [`  Tags                 ${tags.join(', ')}`] : []),
  ]
}

/** `500 cents a month`. */
export function describeSpending({ microCents, period }: NonNullable<KeyRow['spending']>): string {
  return `${toCents(microCents)} cents a ${period}`
}
