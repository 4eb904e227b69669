/** A promise was not settled in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'

  constructor(ms: number) {
    super(`no response within ${ms} ms`)
  }
}

/**
 * Settles as `promise` does, or after `ms` milliseconds as `late` does: with its result, or with the error that it throws. If
 * this process was too busy to read a response before its timer, the response is still accepted: received data is read once
 * more before `late` is called.
 *
 * The timer ends with the promise. A promise that is too late is not cancelled, and its rejection is ignored.
 * @throws {TooLate} after the time, if `late` is missing.
 */
export function within<Value, Late = never>(
  ms: number,
  promise: Promise<Value>,
  late: () => Late = () => {
    throw new TooLate(ms)
  },
): Promise<Value | Late> {
  return new Promise((resolve, reject) => {
    let lastPoll: NodeJS.Immediate | undefined
    const settleLate = () => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }
    const timer = setTimeout(() => {
      lastPoll = setImmediate(settleLate)
    }, ms)
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      clearImmediate(lastPoll)
    })
  })
}
