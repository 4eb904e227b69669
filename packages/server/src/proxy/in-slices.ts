import { performance } from 'node:perf_hooks'
import type { Soon } from '../soon.ts'

/** So long may work on requests hold up all others, in milliseconds; a step more where steps are long. */
const SLICE_MS = 5

/** Work that was begun and takes longer than a slice. */
interface Job {
  /** In bytes: what is short goes first. */
  readonly size: number
  /** Works on it for a slice; true when that was the last. Never throws. */
  run(): boolean
}

/** One for the process, as there is one event loop. */
const jobs: Job[] = []

/**
 * Runs `steps` to the end. What takes no longer than a slice is done at once. Of all that takes longer one slice is done
 * in a turn of the event loop, so that however much there is, other requests have their turn; what has the least `size`
 * is gone on with first, since many that are gone on with by turns all end late.
 */
export function runInSlices<Result>(steps: Generator<void, Result, void>, size: number): Soon<Result> {
  const first = runSlice(steps)
  return first.done ? first.value : runLater(steps, size)
}

/** Bytes of all that waits to be gone on with. */
export function waitingBytes(): number {
  return jobs.reduce((sum, { size }) => sum + size, 0)
}

function runLater<Result>(steps: Generator<void, Result, void>, size: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    jobs.push({
      size,
      run() {
        try {
          const slice = runSlice(steps)
          if (slice.done) resolve(slice.value)
          return slice.done === true
        } catch (error) {
          reject(error)
          return true
        }
      },
    })
    if (jobs.length === 1) setImmediate(runNext)
  })
}

function runNext(): void {
  const job = jobs.reduce((least, other) => (other.size < least.size ? other : least))
  if (job.run()) jobs.splice(jobs.indexOf(job), 1)
  if (jobs.length > 0) setImmediate(runNext)
}

function runSlice<Result>(steps: Generator<void, Result, void>): IteratorResult<void, Result> {
  const until = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= until) return step
  }
}
