import { pumpsOf } from './pumps-of.ts'

/** A text on which an expression takes longer than linear time. */
export interface Slow {
  readonly pump: string
  readonly suffix: string
  /** Milliseconds at the last two lengths, and those in characters. */
  readonly ms: readonly [number, number]
  readonly lengths: readonly [number, number]
}

/** Behind the repeated text stands what may let a match fail at its very end. */
const SUFFIXES = ['', '\u0001', '\n!'] as const
/** At the first lengths exponential time shows, at the last ones quadratic time. */
const LENGTHS = [20, 26, 32, 40, 60, 120, 240, 480, 960, 2400] as const
const LONG = [6000, 24_000] as const
/** No longer text is tried below it: linear time takes a tenth of it at 2,400 characters, quadratic time four times as much. */
const LEAST_MS = 0.25
const LEAST_LONG_MS = 40
/** Of four times the text; linear time gives 4, quadratic time 16. */
const MOST_RATIO = 10

/** A text on which the expression takes longer than linear time to find all of its matches; undefined where none was found. */
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
  let before = 0
  for (const length of LENGTHS) {
    const ms = timeOf(global, attack, length)
    // Nobody waits for the next length of what takes so long already.
    if (ms > 40 && timeOf(global, attack, length) > 40) return slow(attack, [before, ms], [length / 10, length])
    before = ms
  }
  if (before < LEAST_MS) return undefined
  const [shorter, longer] = LONG.map((length) => Math.min(length, attack.longest)) as [number, number]
  const times = [bestTime(global, attack, shorter), bestTime(global, attack, longer)] as const
  const isSteep = times[1] > LEAST_LONG_MS && times[1] > MOST_RATIO * times[0]
  return isSteep ? slow(attack, times, [shorter, longer]) : undefined
}

function slow({ pump, suffix }: Attack, ms: readonly [number, number], lengths: readonly [number, number]): Slow {
  return { pump, suffix, ms, lengths }
}

/** The shortest of three: compilation and collection of garbage are not the expression's doing. */
function bestTime(global: RegExp, attack: Attack, length: number): number {
  return Math.min(...Array.from({ length: 3 }, () => timeOf(global, attack, length)))
}

/** Milliseconds of the processor to find all matches in a text of about that length. */
function timeOf(global: RegExp, { pump, suffix, longest }: Attack, length: number): number {
  const text = pump.repeat(Math.max(1, Math.floor(Math.min(length, longest) / pump.length))) + suffix
  const start = threadMs()
  for (const _ of text.matchAll(global));
  return threadMs() - start
}

/** Milliseconds of this thread alone. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
