import { readdirSync, readFileSync } from 'node:fs'

/** Of the times in /proc/PID/stat; the same on every Linux that is not decades old. */
const TICK_US = 10_000

/**
 * CPU time of a process with all its threads so far, in microseconds; NaN where there is no /proc. Under contention this
 * says far more than wall time: waiting for a core is not in it.
 */
export function cpuMicroseconds(pid: number): number {
  try {
    return scheduledMicroseconds(pid)
  } catch {
    return tickedMicroseconds(pid)
  }
}

/** To the nanosecond, where the kernel keeps scheduler statistics. */
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
    // The name of the command stands in parentheses and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_US
  } catch {
    return Number.NaN
  }
}

/** Memory of a process in MB (1,000,000 bytes): now, and the most it ever had. */
export function residentMegabytes(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // A kB in /proc is 1,024 bytes.
  const of = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6
  return { now: of('VmRSS'), most: of('VmHWM') }
}
