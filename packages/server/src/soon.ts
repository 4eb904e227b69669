/**
 * What is there at once, or comes later. On the way of every request an await costs a promise and a turn of the queue of
 * microtasks, and an async function another kilobyte: so what is in memory mostly is handed over as it is, and awaited
 * only where it has to be.
 */
export type Soon<Value> = Promise<Value> | Value

/** Goes on with `value` as soon as it is there. */
export function whenThere<Value, Result>(value: Soon<Value>, goOn: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
