import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, started as its users start it. */
export interface ChildServer {
  readonly url: string
  /** The first key, which is shown only when the data directory had none. */
  readonly key: string | undefined
  /** Everything it has written, on both outputs. */
  output(): string
  /** Sends the signal to it and all it started, as Ctrl+C does, and waits for its end. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 20_000

/** Runs `npm start` with these variables and waits until it says where it is. */
export async function startChild(variables: Readonly<Record<string, string>>): Promise<ChildServer> {
  const child = spawn('npm', ['start', '--silent', '--', '--json'], {
    cwd: ROOT,
    // A group of its own, so that a signal reaches the server and not only npm in front of it.
    detached: true,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit')
  const { url, key } = await readiness(child, () => output)
  return {
    url,
    key,
    output: () => output,
    async stop(signal) {
      process.kill(-child.pid!, signal)
      await exited
    },
  }
}

async function readiness(child: ChildProcess, output: () => string): Promise<{ url: string; key?: string }> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const line = output()
      .split('\n')
      .slice(0, -1)
      .find((text) => text.startsWith('{"url"'))
    if (line) return JSON.parse(line) as { url: string; key?: string }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server did not start:\n${output()}`)
}
