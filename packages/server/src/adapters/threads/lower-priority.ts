import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets this thread run after the event loop where both want a core. On Linux a thread has a niceness of its own; elsewhere
 * nothing happens.
 * @param niceness added to that of the process, from 1, a little less, to 19
 */
export function lowerPriority(niceness: number): void {
  try {
    // `<process>/task/<thread>` of the thread that asks.
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (id > 0) setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness))
  } catch {
    // Not Linux, or not allowed: the thread keeps the priority of the process.
  }
}
