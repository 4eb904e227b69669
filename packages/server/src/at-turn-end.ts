/** What is to be done when the turn of the event loop is over. */
let waiting: (() => void)[] = []

/**
 * Runs `write` when everything that came in this turn of the event loop was looked at, together with the others. A write
 * to a process that sleeps wakes it, which costs more than the rest of the system call: between writes that follow each
 * other nobody has gone back to sleep. A lone one leaves as soon as it would have.
 */
export function atTurnEnd(write: () => void): void {
  if (waiting.push(write) === 1) setImmediate(endTurn)
}

/** For whoever is about to hold up the turn: what waits for its end goes first. */
export function endTurn(): void {
  const writes = waiting
  waiting = []
  for (const write of writes) write()
}
