import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, firstLine, readyWhen, startChild } from '../../../bench/speed/child.ts'

/** The server under attack, in a separate process, so that its event loop and its memory are measured alone. */
export interface TargetServer {
  readonly url: string
  /** Directory of the server's logs and store. */
  readonly directory: string
  /** Creates an account and returns a key of it. */
  issueKey(account: string): Promise<string>
  /** Resident memory in MiB: now, and the most since the start or the last `resetPeak` (Linux only). 0 after its end. */
  resident(): { now: number; peak: number }
  resetPeak(): void
  /** Open descriptors of the process (Linux only). 0 after its end. */
  descriptors(): number
  isAlive(): boolean
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const ADMIN_TOKEN = 'admin-token-of-the-attacks'
/** Keys that only the provider's endpoints may receive. */
export const SERVER_KEYS = { openai: 'sk-openai-of-the-server', anthropic: 'sk-ant-of-the-server' } as const

/** Starts a server whose two providers are both at `providerUrl`. */
export async function startTarget(
  providerUrl: string,
  options: { nodeArguments?: readonly string[]; variables?: Readonly<Record<string, string>> } = {},
): Promise<TargetServer> {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-attack-'))
  const child = startChild('server', [...(options.nodeArguments ?? []), PROGRAM, 'start', '--json'], {
    directory,
    variables: {
      PLEAT_PORT: '0',
      PLEAT_DATA_DIR: join(directory, 'data'),
      PLEAT_ADMIN_TOKEN: ADMIN_TOKEN,
      PLEAT_OPENAI_URL: `${providerUrl}/v1`,
      PLEAT_CACHE_PRICES: 'none',
      PLEAT_ANTHROPIC_URL: providerUrl,
      OPENAI_API_KEY: SERVER_KEYS.openai,
      ANTHROPIC_API_KEY: SERVER_KEYS.anthropic,
      PLEAT_RPM: '100000000',
      PLEAT_LOG_LEVEL: 'warn',
      ...options.variables,
    },
  })
  const url = (await readyWhen(child, firstLine)).url!
  return {
    url,
    directory,
    issueKey: (account) => issueKey(url, account),
    resident: () => ({ now: memoryOf(child, 'VmRSS'), peak: memoryOf(child, 'VmHWM') }),
    // See proc_pid_clear_refs(5).
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    descriptors: () => descriptorsOf(child),
    isAlive: () => memoryOf(child, 'VmRSS') > 0,
    async stop() {
      await child.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A key of an account on plan pro, which tul1 serves without a budget. */
async function issueKey(url: string, account: string): Promise<string> {
  await admin(url, '/accounts', { account, plan: 'pro' })
  return (await admin(url, '/keys', { account })).key!
}

async function admin(url: string, path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${url}/admin/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, string>
}

/** A field of the process's status, in MiB. A process that has ended, and is not yet reaped, has no memory. */
function memoryOf({ pid }: Child, field: string): number {
  const status = unlessGone('', () => readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024)
}

function descriptorsOf({ pid }: Child): number {
  return unlessGone(0, () => readdirSync(`/proc/${pid}/fd`).length)
}

/** The result of reading `/proc`, or `otherwise` if the process has ended. */
function unlessGone<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code)) return otherwise
    throw error
  }
}

/** `ENOENT` before a file in `/proc` is opened, `ESRCH` between its opening and its reading. */
const GONE = new Set<string | undefined>(['ENOENT', 'ESRCH'])
