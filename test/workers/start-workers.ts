import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitForStart } from '../harness/child-server.ts'
import { variablesFor } from '../harness/start-pleat.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** Several processes start at once, on a machine that other tests share. */
const START_TIMEOUT_MS = 90_000

/** A server of several processes, started as its users start it. */
export interface WorkerProcesses {
  readonly url: string
  readonly key: string
  readonly pid: number
  readonly dataDir: string
  /** Everything the processes have written. */
  output(): string
  /** The workers that run. */
  workerPids(): readonly number[]
  signal(name: NodeJS.Signals): void
  /** Exit code of the primary process, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Ends what still runs and removes the data. */
  close(): Promise<void>
}

/** Starts the command with these variables over the usual ones of a server in front of a stand-in. */
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
        // The name of the program stands in parentheses and may hold spaces.
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
}
