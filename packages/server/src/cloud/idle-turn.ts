import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** Work done before requests have their turn again, in milliseconds. */
const SLICE_MS = 1
/** Between two slices: even on a server with nothing else to do, this work takes a sixth of its time at most. */
const PAUSE_MS = 5
/** A turn is idle when requests took less than this share of the pause before it. */
const IDLE_SHARE = 0.5
/** A server that is never idle still gets on, a slice at a time. */
const LONGEST_WAIT_MS = 1000

/** Gives work off the path of requests its turns of the event loop. */
export class IdleTurns {
  #sliceEnd = 0
  /** True: something waits for the work to be done, and only turns are given, no pauses made. */
  isHurried = false

  /** Resolves at once while the slice lasts, then in the next idle turn of the event loop. */
  async breathe(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return
    if (this.isHurried) await new Promise(setImmediate)
    else await this.#idle()
    this.#sliceEnd = performance.now() + SLICE_MS
  }

  async #idle(): Promise<void> {
    for (let waited = 0; waited < LONGEST_WAIT_MS && !this.isHurried; waited += PAUSE_MS) {
      const before = performance.eventLoopUtilization()
      await setTimeout(PAUSE_MS)
      if (performance.eventLoopUtilization(before).utilization < IDLE_SHARE) return
    }
  }
}
