/**
 * Milliseconds. npm forwards Ctrl+C to a process that has already received it from the terminal. A second signal within
 * this time is the same key press.
 */
const SAME_PRESS_MS = 500

const PARENT_CHECK_MS = 100

/**
 * Resolves at the first SIGINT or SIGTERM. A second one, unless it is of the same key press, ends the process at once.
 * With `endsWithParent` it also resolves when the parent process ends: npm and npx send signals to the shell in which
 * they start a command, and that shell ends without forwarding them.
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

/** Polls for the end of the parent, which causes no event: the system assigns another parent to an orphan. */
function onParentEnd(notify: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    notify()
  }, PARENT_CHECK_MS).unref()
}
