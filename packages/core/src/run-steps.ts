/** Work that may pause after every step. */
export type Steps<Result> = Generator<void, Result, void>

/** Number of messages that a fold reads without a pause. */
const MESSAGES_PER_STEP = 16

/** True if a fold that has read `count` messages in a row may pause. */
export function mayPauseAfter(count: number): boolean {
  return count % MESSAGES_PER_STEP === 0
}

/** Runs all steps of a generator without pauses. */
export function runSteps<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
