let waiting: (() => void)[] = []

/**
 * Runs `work` after the event loop's next poll, with all other work of this tick, in the order of the calls. One
 * immediate for each call costs twice as much.
 */
export function afterPoll(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runWaiting)
}

function runWaiting(): void {
  const works = waiting
  waiting = []
  for (const work of works) work()
}
