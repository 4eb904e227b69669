let waiting: (() => void)[] = []

/**
 * Runs `work` after the event loop has polled once more, together with all other work of this tick: an immediate for each
 * would cost several times as much.
 */
export function afterPoll(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runWaiting)
}

function runWaiting(): void {
  const works = waiting
  waiting = []
  for (const work of works) work()
}
