import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitForStart } from '../harness/child-server.ts'
import { variablesFor } from '../harness/start-pleat.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** Milliseconds for the start of several processes on a machine busy with other tests. */
const START_TIMEOUT_MS = 90_000

/** A server of several processes, started by its command. */
export interface WorkerProcesses {
  readonly url: string
  readonly key: string
  readonly pid: number
  readonly dataDir: string
  /** All output of the processes. */
  output(): string
  /** Process ids of the running workers. */
  workerPids(): readonly number[]
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code of the primary process, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Stops running processes and removes the data. */
  close(): Promise<void>
}

/** Starts the command with these variables, which override those of a server in front of a stand-in provider. */
export async function startWorkers(
  providerUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<WorkerProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-workers-'))
  const env = { ...process.env, ...variablesFor(providerUrl, dataDir), PLEAT_WORKERS: '2', ...variables }
  const child = spawn(process.execPath, [MAIN, 'start', '--json'], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const { url, key, output } = await waitForStart(child, START_TIMEOUT_MS).catch(async (error) => {
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const workerPids = () => childrenOf(child.pid!)
  return {
    url,
    key: key!,
    pid: child.pid!,
    dataDir,
    output,
    workerPids,
    signal: (name) => void child.kill(name),
    ended,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Ids of the processes that `pid` has started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        // The name of the program is in parentheses and may contain spaces.
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
}
