import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a separate process, started as users start it. */
export interface ChildServer {
  readonly url: string
  /** The first key, which is shown only if the data directory contains no key. */
  readonly key: string | undefined
  /** Everything it has written, on both outputs. */
  output(): string
  /** Signals its whole process group, as Ctrl+C does, and waits for its end. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 20_000

/** Runs `npm start` with these variables and waits until it prints its address. */
export async function startChild(
  variables: Readonly<Record<string, string>>,
  timeoutMs = START_TIMEOUT_MS,
): Promise<ChildServer> {
  const child = spawn('npm', ['start', '--silent', '--', '--json'], {
    cwd: ROOT,
    // A separate group, so that a signal reaches the server and not only npm in front of it.
    detached: true,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const { url, key, output } = await startOrKill(child, timeoutMs)
  return {
    url,
    key,
    output,
    async stop(signal) {
      process.kill(-child.pid!, signal)
      await exited
    },
  }
}

/** A server that has printed its address, as JSON or as text. */
export interface StartedServer {
  readonly url: string
  readonly key: string | undefined
  /** Everything it has written, on both outputs. */
  output(): string
}

/** Kills the process group of a detached process. */
export function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits as `waitForStart` does, and kills the group of a detached process that does not start. */
export async function startOrKill(child: ChildProcess, timeoutMs = START_TIMEOUT_MS): Promise<StartedServer> {
  try {
    return await waitForStart(child, timeoutMs)
  } catch (error) {
    killGroup(child)
    throw error
  }
}

/** Waits until the server in `child`, whose outputs are pipes, prints its address. */
export async function waitForStart(child: ChildProcess, timeoutMs = START_TIMEOUT_MS): Promise<StartedServer> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && describeEnd(child) === undefined) {
    const started = readJsonLine(output) ?? readWelcome(output)
    if (started) return { ...started, output: () => output }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server ${describeEnd(child) ?? `did not start within ${timeoutMs} ms`}:\n${output}`)
}

/** Undefined while the process runs. */
function describeEnd({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (signalCode !== null) return `was ended by ${signalCode}`
  return exitCode === null ? undefined : `exited with code ${exitCode}`
}

function readJsonLine(output: string): { url: string; key: string | undefined } | undefined {
  const line = /^\{"url".*\}(?=\n)/m.exec(output)?.[0]
  return line === undefined ? undefined : (JSON.parse(line) as { url: string; key: string | undefined })
}

function readWelcome(output: string): { url: string; key: string | undefined } | undefined {
  const url = /^Pleat is listening on (\S+)\n[\s\S]*\n$/m.exec(output)?.[1]
  return url === undefined ? undefined : { url, key: /^ {2}(pleat_\S+)$/m.exec(output)?.[1] }
}
