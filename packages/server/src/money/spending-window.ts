import type { SpendingPeriod } from '../key-limits.ts'

/** One calendar day or month in UTC. */
export interface SpendingWindow {
  /** Its first day, `YYYY-MM-DD`. */
  readonly fromDay: string
  readonly startsAt: number
  /** The first moment of the next one. */
  readonly endsAt: number
}

/** The window of `period` that `now` is in. */
export function windowAt(period: SpendingPeriod, now: number): SpendingWindow {
  const time = new Date(now)
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  const day = period === 'day' ? time.getUTCDate() : 1
  const startsAt = Date.UTC(year, month, day)
  const endsAt = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return { fromDay: new Date(startsAt).toISOString().slice(0, 10), startsAt, endsAt }
}
