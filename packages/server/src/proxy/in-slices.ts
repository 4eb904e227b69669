import { performance } from 'node:perf_hooks'
import type { Soon } from '../soon.ts'

/** So long may work on one request hold up all others, in milliseconds; a step more where steps are long. */
const SLICE_MS = 5

/**
 * Runs `steps` to the end. What takes longer than a slice gives other requests their turn of the event loop between two
 * slices; what does not is done at once.
 */
export function runInSlices<Result>(steps: Generator<void, Result, void>): Soon<Result> {
  const first = runSlice(steps)
  return first.done ? first.value : runOthers(steps)
}

async function runOthers<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    await new Promise(setImmediate)
    const slice = runSlice(steps)
    if (slice.done) return slice.value
  }
}

function runSlice<Result>(steps: Generator<void, Result, void>): IteratorResult<void, Result> {
  const until = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= until) return step
  }
}
