import { pumpsOf } from './pumps-of.ts'

/** A repeated text for which an expression takes more than linear time. */
export interface Slow {
  readonly pump: string
  readonly suffix: string
  /** Milliseconds at the last two lengths, and these lengths in characters. */
  readonly ms: readonly [number, number]
  readonly lengths: readonly [number, number]
}

/** Endings after the repeated text, which make a match fail as late as possible. */
const SUFFIXES = ['', '\u0001', '\n!'] as const
/** Lengths in characters: the short ones reveal exponential time, the long ones quadratic time. */
const LENGTHS = [20, 26, 32, 40, 60, 120, 240, 480, 960, 2400] as const
const LONG = [6000, 24_000] as const
/** Longer texts are tried only if 2,400 characters take this long, ten times as long as in linear time. */
const LEAST_MS = 0.25
const LEAST_LONG_MS = 40
/** Ratio of the times for the two long lengths above which time is not linear: linear gives 4, quadratic 16. */
const MAX_RATIO = 10

/** A text for which finding all matches takes more than linear time; undefined if none was found. */
export function slowTextOf(expression: RegExp, longest = Number.POSITIVE_INFINITY): Slow | undefined {
  const global = new RegExp(expression.source, expression.flags.replace(/[gy]/g, '').concat('g'))
  for (const pump of pumpsOf(expression)) {
    for (const suffix of SUFFIXES) {
      const slow = slowWith(global, { pump, suffix, longest })
      if (slow) return slow
    }
  }
  return undefined
}

interface Attack {
  readonly pump: string
  readonly suffix: string
  readonly longest: number
}

function slowWith(global: RegExp, attack: Attack): Slow | undefined {
  let before = { ms: 0, length: 0 }
  for (const each of LENGTHS) {
    const length = Math.min(each, attack.longest)
    const ms = timeOf(global, attack, length)
    // The next length would take too long.
    if (ms > 40 && timeOf(global, attack, length) > 40) return slow(attack, [before.ms, ms], [before.length, length])
    before = { ms, length }
  }
  if (before.ms < LEAST_MS) return undefined
  const [shorter, longer] = LONG.map((length) => Math.min(length, attack.longest)) as [number, number]
  const times = [bestTime(global, attack, shorter), bestTime(global, attack, longer)] as const
  const isSteep = times[1] > LEAST_LONG_MS && times[1] > MAX_RATIO * times[0]
  return isSteep ? slow(attack, times, [shorter, longer]) : undefined
}

function slow({ pump, suffix }: Attack, ms: readonly [number, number], lengths: readonly [number, number]): Slow {
  return { pump, suffix, ms, lengths }
}

/** The minimum of three runs in milliseconds, without compilation and garbage collection. */
function bestTime(global: RegExp, attack: Attack, length: number): number {
  return Math.min(...Array.from({ length: 3 }, () => timeOf(global, attack, length)))
}

/** CPU milliseconds for all matches in a text of about `length` characters. */
function timeOf(global: RegExp, { pump, suffix }: Attack, length: number): number {
  const text = pump.repeat(Math.max(1, Math.floor(length / pump.length))) + suffix
  const start = threadMs()
  for (const _ of text.matchAll(global));
  return threadMs() - start
}

/** CPU milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
