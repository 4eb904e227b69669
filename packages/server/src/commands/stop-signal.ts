/**
 * npm passes Ctrl+C on to a process that has had it from the terminal already, so what comes this soon after the first
 * signal is the same key press.
 */
const SAME_PRESS_MS = 500

const PARENT_CHECK_MS = 100

/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. With `endsWithParent` it also resolves
 * when the parent process ends: npm and npx pass signals to the shell that they start a command with, and the shell dies of
 * them without passing them on.
 */
export function stopRequested({ endsWithParent }: { endsWithParent: boolean }): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    if (endsWithParent) onParentEnd(resolve)
  })
}

/** There is no event for it: the system gives an orphan another parent. */
function onParentEnd(notify: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    notify()
  }, PARENT_CHECK_MS).unref()
}
