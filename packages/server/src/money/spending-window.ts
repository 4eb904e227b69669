import type { SpendingPeriod } from '../key-limits.ts'
import { dayOf } from '../utc-day.ts'

/** A range of UTC days, `YYYY-MM-DD`. */
export interface DayRange {
  readonly fromDay: string
  /** The first day after the range. */
  readonly untilDay: string
}

/** A calendar day or month in UTC. Times are Unix milliseconds. */
export interface SpendingWindow extends DayRange {
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
  return { fromDay: dayOf(startsAt), untilDay: dayOf(endsAt), startsAt, endsAt }
}

/** True if `day` is in the range. A clock that was ahead may have left usage of later days. */
export function includesDay({ fromDay, untilDay }: DayRange, day: string): boolean {
  return day >= fromDay && day < untilDay
}
