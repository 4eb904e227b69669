import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** The folder into which Debian installs the programs of each version. */
const VERSIONS = '/usr/lib/postgresql'
/** User and group id of `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534

/** Reason for skipped tests if PostgreSQL is not installed. */
export const NO_SERVER = 'skipped: no PostgreSQL server is installed (apt-get install postgresql)'

/** The folder of the newest installed PostgreSQL server. Undefined if there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const newest = versions.sort((one, other) => Number(other) - Number(one))
  return newest.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'postgres')))
}

/** A separate PostgreSQL server on this machine, without protection against power failures. */
export class TestPostgres {
  readonly #bin: string
  readonly #directory: string
  readonly #port: number
  readonly password = 'a:p@ss/word'
  #process: ChildProcess | undefined

  private constructor(bin: string, directory: string, port: number) {
    this.#bin = bin
    this.#directory = directory
    this.#port = port
  }

  static async start(): Promise<TestPostgres> {
    const bin = findPostgres()
    if (!bin) throw new Error(NO_SERVER)
    const directory = mkdtempSync(join(tmpdir(), 'pleat-postgres-'))
    const server = new TestPostgres(bin, directory, await freePort())
    const passwordFile = join(directory, 'password')
    writeFileSync(passwordFile, server.password)
    if (isRoot()) for (const path of [directory, passwordFile]) chownSync(path, NOBODY, NOBODY)
    const options = ['--auth=scram-sha-256', '--username=pleat', `--pwfile=${passwordFile}`, '--no-sync']
    const place = ['--pgdata', join(directory, 'data'), '--encoding=UTF8', '--locale=C.UTF-8']
    execFileSync(join(bin, 'initdb'), [...place, ...options], { ...identity(), cwd: directory, stdio: 'pipe' })
    await server.resume()
    return server
  }

  /** A URL of this server: of the maintenance database by default. */
  url(database = 'postgres', { user = 'pleat', password = this.password } = {}): string {
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/${database}`
  }

  get port(): number {
    return this.#port
  }

  /** Creates a database, empty or from a template, and returns its URL. */
  async createDatabase(template = 'template0', options = ''): Promise<string> {
    const name = `test_${randomBytes(6).toString('hex')}`
    await this.run(`create database ${name} template ${template} ${options}`)
    return this.url(name)
  }

  async run(statement: string, database = 'postgres'): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database))
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Starts the server on its previous port. */
  async resume(): Promise<void> {
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
    const options = [
      '-D',
      join(this.#directory, 'data'),
      '-p',
      `${this.#port}`,
      ...settings.flatMap((each) => ['-c', each]),
    ]
    const child = spawn(join(this.#bin, 'postgres'), options, { ...identity(), cwd: this.#directory, stdio: 'ignore' })
    this.#process = child
    for (let left = 200; ; left--) {
      try {
        await this.run('select 1')
        return
      } catch (error) {
        if (left === 0 || child.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  /** Stops the server and disconnects its clients. `immediate` stops it as a crash would. */
  async interrupt(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }

  /** Stops all of its processes with a signal, like a frozen machine. `SIGCONT` continues them. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const main = this.#process!.pid!
    const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === main)
    for (const pid of [main, ...children.map(Number)]) process.kill(pid, signal)
  }

  async remove(): Promise<void> {
    await this.interrupt('immediate')
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function identity(): { uid?: number; gid?: number } {
  return isRoot() ? { uid: NOBODY, gid: NOBODY } : {}
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
