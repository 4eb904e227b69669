/** A response did not arrive in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'

  constructor(ms: number) {
    super(`no response within ${ms} ms`)
  }
}

/**
 * Resolves to the result of `answer`, or rejects with {@link TooLate} after `ms` milliseconds. If this process was too busy to
 * read a response before its timer, the response is still accepted: received data is read once more before the rejection.
 */
export function within<Result>(answer: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new TooLate(ms))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
