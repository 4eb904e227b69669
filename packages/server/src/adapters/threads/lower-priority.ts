import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets this thread run after the event loop when both need a core. On Linux each thread has its own niceness. On other
 * systems, this does nothing.
 * @param niceness added to that of the process: from 1 (slightly lower priority) to 19
 */
export function lowerPriority(niceness: number): void {
  try {
    // `<process>/task/<thread>` of the calling thread.
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (id > 0) setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness))
  } catch {
    // Not Linux, or not permitted: the thread keeps the priority of the process.
  }
}
