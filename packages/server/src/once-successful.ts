/** Returns a function that calls `make` until it succeeds once, and then always returns that result. */
export function onceSuccessful<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
