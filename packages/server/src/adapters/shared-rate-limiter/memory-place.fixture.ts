import type { Log } from '../../ports.ts'
import { MemoryWindows } from './memory-windows.ts'
import { SharedRateLimiter } from './shared-rate-limiter.ts'
import type { SharedWindows } from './shared-windows.ts'

/** A place in memory that can be unreachable, be slow or lose its counts, with its own clock. */
export class MemoryPlace {
  time = 1_800_000_010_000
  isGone = false
  delayMs = 0
  readonly lines: string[] = []
  readonly limiters: SharedRateLimiter[] = []
  #windows = this.#empty()
  #nodes = 0

  /** A node whose clock is `skewMs` ahead of the place's. */
  open(skewMs = 0): SharedRateLimiter {
    const node = String(++this.#nodes)
    const answer = async <Result>(read: () => Result): Promise<Result> => {
      if (this.isGone) throw new Error('gone')
      const result = read()
      if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
      return result
    }
    const windows: SharedWindows = {
      take: (subject, own) => answer(() => this.#windows.take(node, subject, own)),
      peek: (subject) => answer(() => this.#windows.peek(node, subject)),
      beat: () => answer(() => this.#nodes),
      close: async () => {},
    }
    const note = (level: string) => (_fields: object, message: string) => void this.lines.push(`${level}: ${message}`)
    const log: Log = { info: note('info'), warn: note('warn'), error: note('error') }
    const clock = { now: () => this.time + skewMs }
    const limiter = new SharedRateLimiter({ windows, clock, log, place: 'The place', answerMs: 15, leastNodes: 1 })
    this.limiters.push(limiter)
    return limiter
  }

  loseCounts(): void {
    this.#windows = this.#empty()
  }

  async close(): Promise<void> {
    for (const limiter of this.limiters) await limiter.close()
  }

  #empty(): MemoryWindows {
    return new MemoryWindows({ now: () => this.time })
  }
}
