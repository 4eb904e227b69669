import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Durations of a program's calls in milliseconds, fastest first. */
export interface StartUp {
  readonly best: number
  readonly median: number
  readonly worst: number
}

/** Calls node repeatedly with these arguments, one call after the other. */
export async function measureStartUp(
  argv: readonly string[],
  { times, input = '', home }: { readonly times: number; readonly input?: string; readonly home: string },
): Promise<StartUp> {
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const child = spawn(process.execPath, argv, { env: { HOME: home }, stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`)
    durations.push(performance.now() - start)
  }
  durations.sort((left, right) => left - right)
  return { best: durations[0]!, median: durations[Math.floor(times / 2)]!, worst: durations.at(-1)! }
}
