import type { SpendingPeriod } from '../key-limits.ts'

/** A calendar day or month in UTC. Times are Unix milliseconds. */
export interface SpendingWindow {
  /** Its first day, `YYYY-MM-DD`. */
  readonly fromDay: string
  readonly startsAt: number
  /** Start of the next window. */
  readonly endsAt: number
}

/** The window of `period` that contains `now`. */
export function windowAt(period: SpendingPeriod, now: number): SpendingWindow {
  const time = new Date(now)
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  const day = period === 'day' ? time.getUTCDate() : 1
  const startsAt = Date.UTC(year, month, day)
  const endsAt = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return { fromDay: new Date(startsAt).toISOString().slice(0, 10), startsAt, endsAt }
}
