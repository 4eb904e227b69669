import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds per clock tick in /proc/PID/stat, the same on every current Linux. */
const TICK_US = 10_000

/**
 * CPU time of a process with all its threads so far, in microseconds. NaN without /proc. On a busy machine this is far more
 * reliable than wall time, because it does not contain the wait for a core.
 */
export function cpuMicroseconds(pid: number): number {
  try {
    return scheduledMicroseconds(pid)
  } catch {
    return tickedMicroseconds(pid)
  }
}

/** In nanoseconds, if the kernel keeps scheduler statistics. */
function scheduledMicroseconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0])
  }
  return nanoseconds / 1000
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
