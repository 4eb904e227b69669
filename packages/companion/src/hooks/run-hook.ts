import { text } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { findAccount, NO_ACCOUNT } from '../config/account.ts'
import { readEnvironment } from '../config/environment.ts'
import { userPaths } from '../config/user-paths.ts'
import { isAgent } from './agents.ts'
import { readHookInput } from './hook-input.ts'
import { sessionStart } from './session-start.ts'
import { removeOldViews } from './stored-view.ts'

/** A hook ends after this time in every case. Agents wait for it and kill it after ten seconds. */
const DEADLINE_MS = 8_000
/** Time limit for the server. The rest of the deadline is for the local engine. */
const SERVER_MS = 4_000

/** The input of the worker thread. */
interface Work {
  readonly agent: string
  readonly isLocal: boolean
  readonly input: string
}

/**
 * Runs one hook: input on standard input, answer on standard output, exit code 0 in every case. A worker thread
 * compresses, so that even a very long transcript cannot delay the deadline.
 */
export async function runHook(argv: readonly string[], entry: string): Promise<void> {
  const finish = (): never => process.exit(0)
  setTimeout(finish, Math.max(0, DEADLINE_MS - performance.now()))
  process.on('uncaughtException', finish)
  process.stdout.on('error', finish)
  try {
    const [agent = ''] = argv
    const isLocal = argv.includes('--local')
    const input = await text(process.stdin)
    const work: Work = { agent, isLocal, input }
    // The start of a session only reads a file, which takes less time than starting a thread.
    const isShort = /"hook_event_name"\s*:\s*"SessionStart"/.test(input)
    const answer = isShort ? await doWork(work) : await workInThread(work, entry)
    if (answer) process.stdout.write(`${answer}\n`, finish)
    else finish()
  } catch {
    finish()
  }
}

/** The worker thread of `runHook`: does the work and posts the answer. */
export async function workOnHook(): Promise<void> {
  if (isMainThread) return
  const answer = await doWork(workerData as Work).catch(() => undefined)
  parentPort?.postMessage(answer)
}

function workInThread(work: Work, entry: string): Promise<string | undefined> {
  const worker = new Worker(entry, { argv: ['hook'], workerData: work, stdout: true, stderr: true })
  return new Promise((resolve) => {
    worker.once('message', resolve)
    worker.once('error', () => resolve(undefined))
    worker.once('exit', () => resolve(undefined))
  })
}

/** The answer to one event in the agent's format; undefined for an empty answer. */
async function doWork({ agent, isLocal, input: event }: Work): Promise<string | undefined> {
  const variables = readEnvironment()
  const paths = userPaths(variables)
  const input = readHookInput(event, paths.home)
  if (!isAgent(agent) || !input) return undefined
  // The views of a session belong to its main agent.
  if (input.agentId) return undefined
  removeOldViews(paths, Date.now())
  if (input.event === 'SessionStart') {
    const additionalContext = await sessionStart(input, agent, { paths, now: Date.now() })
    if (additionalContext === undefined) return undefined
    return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })
  }
  if (input.event !== 'PreCompact') return undefined
  const usable = isLocal || variables.PLEAT_LOCAL ? NO_ACCOUNT : findAccount(paths, variables)
  const options = { agent, paths, usable, timeoutMs: SERVER_MS, now: Date.now() }
  // Loaded here, because the start of a session does not need it and a user waits for that.
  const { preCompact } = await import('./pre-compact.ts')
  const context = await preCompact(input, options)
  // Only Pleat's opencode plugin reads this. Other agents ignore the output of this event.
  return agent === 'opencode' && context !== undefined ? JSON.stringify({ context }) : undefined
}
