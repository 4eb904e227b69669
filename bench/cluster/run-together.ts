/** A task that ends soon after `signal` is aborted. */
export type AbortableTask<Result> = (signal: AbortSignal) => Promise<Result>

/**
 * Runs tasks at the same time. The first failure aborts the others and is thrown when all have ended, so that none of them
 * still uses what the caller closes next.
 */
export async function runTogether<Results extends readonly unknown[]>(
  tasks: { readonly [Place in keyof Results]: AbortableTask<Results[Place]> },
  outer?: AbortSignal,
): Promise<Results> {
  const failing = new AbortController()
  const signal = outer ? AbortSignal.any([outer, failing.signal]) : failing.signal
  const settled = await Promise.allSettled(
    tasks.map(async (task) => {
      try {
        return await task(signal)
      } catch (error) {
        failing.abort(error)
        throw error
      }
    }),
  )
  failing.signal.throwIfAborted()
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
