/** What is to be ended when the turn of the event loop is over. */
let waiting: (() => void)[] = []

/**
 * Runs `end` when everything that came in this turn of the event loop was looked at, together with the other ends. A
 * write to a client that sleeps wakes it, which costs more than the rest of the system call: between writes that follow
 * each other nobody has gone back to sleep. A lone answer leaves as soon as it did before.
 */
export function endTogether(end: () => void): void {
  if (waiting.push(end) === 1) setImmediate(endWaiting)
}

/** For whoever is about to hold up the turn: what waits for its end goes first. */
export function endWaiting(): void {
  const ends = waiting
  waiting = []
  for (const end of ends) end()
}
