/** Whether something waits for the end of this turn already. */
let isWaited = false

/**
 * Has `work` done when everything that came in this turn of the event loop was looked at, or as soon as somebody asks for
 * its result, with the function that this returns; once in any case. A request leaves at the end of its turn
 * (`at-turn-end`), so what is done at once after sending is done before. Of many that come in one turn only the first
 * waits: the others would cost more when what they are about has left the processor's caches.
 */
export function afterTurn<Result>(work: () => Result): () => Result {
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined
  const look = () => {
    outcome ??= attempt(work)
    return outcome
  }
  if (isWaited) look()
  else {
    isWaited = true
    setImmediate(() => {
      isWaited = false
      look()
    })
  }
  return () => {
    const done = look()
    if ('error' in done) throw done.error
    return done.result
  }
}

function attempt<Result>(work: () => Result): { readonly result: Result } | { readonly error: unknown } {
  try {
    const result = work()
    // Should it fail before anybody asks.
    if (result instanceof Promise) result.catch(() => {})
    return { result }
  } catch (error) {
    return { error }
  }
}
