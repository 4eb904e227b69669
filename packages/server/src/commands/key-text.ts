import type { KeyRow } from '../gate/key-port.ts'
import { toCents } from './cents.ts'
import { formatTime } from './output.ts'

/** The limits of a key as text, one line each. */
export function describeLimits(row: KeyRow): string[] {
  const { models, spending, allowsUnpriced, expiresAt, mode, tags } = row
  return [
    ...(models.length > 0 ? [`  Models               ${models.join(', ')}`] : []),
    ...(spending ? [`  Spending limit       ${describeSpending(spending)}`] : []),
    ...(spending && allowsUnpriced ? ['  Unpriced requests    allowed; they count as 0'] : []),
    ...(expiresAt === null ? [] : [`  Expires              ${formatTime(expiresAt)}`]),
    ...(mode === null ? [] : [`  Conversations        ${mode === 'fold' ? 'folded' : 'observed, and sent unchanged'}`]),
    ...(tags.length > 0 ? [`  Tags                 ${tags.join(', ')}`] : []),
  ]
}

/** A spending limit as text: `500 cents a month`. */
export function describeSpending({ microCents, period }: NonNullable<KeyRow['spending']>): string {
  return `${toCents(microCents)} cents a ${period}`
}
