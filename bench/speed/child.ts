import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server process. */
export interface Child {
  readonly pid: number
  /** Its standard output so far. */
  output(): string
  stop(): Promise<void>
}

const POLL_MS = 25

/** Starts `program`, by default this Node, with `argv`. Its output goes to a file, so that no process reads a pipe. */
export function startChild(
  name: string,
  argv: readonly string[],
  options: { directory: string; variables?: Readonly<Record<string, string>>; program?: string },
): Child {
  const path = join(options.directory, `${name}.out`)
  const out = openSync(path, 'w')
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(options.program ?? process.execPath, argv, {
    cwd: options.directory,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: 'production', ...options.variables },
    stdio: ['ignore', out, openSync(join(options.directory, `${name}.err`), 'w')],
  })
  // In case this process fails before it has stopped its children.
  const killAtExit = () => child.kill('SIGKILL')
  process.on('exit', killAtExit)
  child.on('exit', () => process.off('exit', killAtExit))
  return { pid: child.pid!, output: () => readFileSync(path, 'utf8'), stop: () => stop(child) }
}

/** Waits until `find` returns a value for the child's output. */
export async function readyWhen<Result>(
  child: Child,
  find: (output: string) => Result | undefined | Promise<Result | undefined>,
  timeoutMs = 30_000,
): Promise<Result> {
  const until = performance.now() + timeoutMs
  while (performance.now() < until) {
    const found = await find(child.output())
    if (found !== undefined) return found
    await sleep(POLL_MS)
  }
  await child.stop()
  throw new Error(`A child process was not ready in ${timeoutMs} ms: ${child.output().slice(0, 500)}`)
}

/** The next message of a forked process. Rejects if the process ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const endOf = (code: number | null, name: string | null) => new Error(`A child process ended with ${code ?? name}.`)
  if (child.exitCode !== null || child.signalCode !== null) throw endOf(child.exitCode, child.signalCode)
  const ended = once(child, 'exit', { signal }).then(([code, name]) => {
    throw endOf(code, name)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } finally {
    over.abort()
  }
}

/** The first complete line that is a JSON object; Node may print warnings before it. */
export function firstLine(output: string): Record<string, string> | undefined {
  const line = output
    .split('\n')
    .slice(0, -1)
    .find((candidate) => candidate.startsWith('{'))
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, string>)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(late)
}
