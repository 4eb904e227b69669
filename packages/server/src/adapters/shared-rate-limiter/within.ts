/** An answer did not come in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'

  constructor(ms: number) {
    super(`there was no answer within ${ms} ms`)
  }
}

/**
 * The result of `answer`, or a rejection with {@link TooLate} after `ms` milliseconds. An answer that has arrived counts also
 * when this process was too busy to read it before its timer: what has come in is read once more before the time is over.
 */
export function within<Result>(answer: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new TooLate(ms))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
