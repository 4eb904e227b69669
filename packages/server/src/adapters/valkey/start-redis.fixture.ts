import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The installed server program: Valkey, or else Redis. */
export const REDIS_PROGRAM = ['valkey-server', 'redis-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** Reason for skipping tests with a real server. Undefined if they run. */
export const NO_REDIS = REDIS_PROGRAM === undefined ? 'neither valkey-server nor redis-server is installed' : undefined

/** A server that the test can stop and start again on the same port. */
export class TestRedis {
  readonly port: number
  readonly url: string
  readonly #directory = mkdtempSync(join(tmpdir(), 'pleat-redis-'))
  #child: ChildProcess | undefined

  constructor(port: number) {
    this.port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort())
    await redis.start()
    return redis
  }

  /** Nothing is stored on disk, so a stopped server starts empty. */
  async start(): Promise<void> {
    const options = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: this.#directory }
    const argv = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    this.#child = spawn(REDIS_PROGRAM!, argv, { stdio: 'ignore' })
    while (!(await isOpen(this.port))) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }

  /** Connections stay open, but are not answered. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
