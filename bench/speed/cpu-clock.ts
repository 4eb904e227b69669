import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds per clock tick in /proc/PID/stat, the same on every current Linux. */
const TICK_US = 10_000

/**
 * A clock of the CPU time of a process with all its threads so far, in microseconds. NaN without /proc. On a busy machine this
 * is far more reliable than wall time, because it does not contain the wait for a core. A thread that has ended keeps the time
 * of its last reading.
 */
export function createCpuClock(pid: number): () => number {
  // Chosen once: a difference of two clocks would mean nothing.
  if (scheduledNanoseconds(`/proc/${pid}`) === undefined) return () => tickedMicroseconds(pid)
  const threads = new Map<string, number>()
  return () => {
    for (const thread of threadsOf(pid)) {
      const nanoseconds = scheduledNanoseconds(`/proc/${pid}/task/${thread}`)
      if (nanoseconds !== undefined) threads.set(thread, nanoseconds)
    }
    return [...threads.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1000
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** CPU time of one thread. Undefined if it has ended, or if the kernel keeps no scheduler statistics. */
function scheduledNanoseconds(directory: string): number | undefined {
  try {
    return Number(readFileSync(`${directory}/schedstat`, 'utf8').split(' ', 1)[0])
  } catch {
    return undefined
  }
}

function tickedMicroseconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the command is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_US
  } catch {
    return Number.NaN
  }
}

/** Memory of a process in MB (1,000,000 bytes): now, and the maximum. */
export function residentMegabytes(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // A kB in /proc is 1,024 bytes.
  const of = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6
  return { now: of('VmRSS'), most: of('VmHWM') }
}
