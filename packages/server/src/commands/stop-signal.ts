/**
 * npm passes Ctrl+C on to a process that has had it from the terminal already, so what comes this soon after the first
 * signal is the same key press.
 */
const SAME_PRESS_MS = 500

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
