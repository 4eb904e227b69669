import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface EndOptions {
  readonly timeoutMs: number
  /** Sent to the process when the time is over. */
  readonly signal?: NodeJS.Signals
}

/** Waits until a process has ended and its outputs are closed. Rejects if it could not be started. */
export async function endOf(
  child: ChildProcess,
  { timeoutMs, signal = 'SIGKILL' }: EndOptions,
): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
  const timer = setTimeout(() => child.kill(signal), timeoutMs)
  try {
    const [code, endSignal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    return { code, signal: endSignal }
  } finally {
    clearTimeout(timer)
  }
}
