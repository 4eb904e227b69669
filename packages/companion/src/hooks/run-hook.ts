import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { findAccount } from '../config/account.ts'
import { readEnvironment } from '../config/environment.ts'
import { findPlaces } from '../config/places.ts'
import { isAgent } from './agents.ts'
import { readHookInput } from './hook-input.ts'
import { sessionStart } from './session-start.ts'

/** A hook is over after so long, whatever happens; agents wait for it, and kill it at ten seconds. */
const DEADLINE_MS = 8_000
/** What is left when the server has used up its time is for our own engine. */
const SERVER_MS = 4_000

/** What the working thread is given. */
interface Work {
  readonly agent: string
  readonly isLocal: boolean
  readonly input: string
}

/**
 * Runs one hook: input on standard input, answer on standard output, exit code 0 whatever happens. The work is done in
 * a thread of its own, so that no transcript, however long, keeps the deadline from being held.
 */
export async function runHook(argv: readonly string[], entry: string): Promise<void> {
  const finish = (): never => process.exit(0)
  setTimeout(finish, Math.max(0, DEADLINE_MS - performance.now()))
  process.on('uncaughtException', finish)
  process.stdout.on('error', finish)
  try {
    const [agent = ''] = argv
    const isLocal = argv.includes('--local')
    const input = await readStandardInput()
    const work: Work = { agent, isLocal, input }
    // The start of a session only reads a file: a thread would take longer than that.
    const isShort = /"hook_event_name"\s*:\s*"SessionStart"/.test(input)
    const answer = isShort ? await doWork(work) : await workInThread(work, entry)
    if (answer) process.stdout.write(`${answer}\n`, finish)
    else finish()
  } catch {
    finish()
  }
}

/** The other side of `runHook`: does the work in the thread and hands the answer back. */
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

/** The answer to one event, as the agent reads it; undefined when there is nothing to say. */
async function doWork({ agent, isLocal, input: text }: Work): Promise<string | undefined> {
  const variables = readEnvironment()
  const places = findPlaces(variables)
  const input = readHookInput(text, places.home)
  if (!isAgent(agent) || !input) return undefined
  if (input.event === 'SessionStart') {
    const additionalContext = sessionStart(input, agent, { places, now: Date.now() })
    if (additionalContext === undefined) return undefined
    return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })
  }
  if (input.event !== 'PreCompact') return undefined
  const account = isLocal || variables.PLEAT_LOCAL ? undefined : findAccount(places, variables)
  const options = { agent, places, account, timeoutMs: SERVER_MS, now: Date.now() }
  // Starts of sessions need none of it, and people wait for them.
  const { preCompact } = await import('./pre-compact.ts')
  const context = await preCompact(input, options)
  // Only our own plugin reads this; the other agents take nothing from a hook at this point.
  return agent === 'opencode' && context !== undefined ? JSON.stringify({ context }) : undefined
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
