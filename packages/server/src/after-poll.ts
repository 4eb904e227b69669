let waiting: (() => void)[] = []

/**
 * Runs `work` after the event loop has polled, together with all other work of this tick and in its order. An immediate for
 * each costs twice as much.
 */
export function afterPoll(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runWaiting)
}

function runWaiting(): void {
  const works = waiting
  waiting = []
  for (const work of works) work()
}
