import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { KillPlace } from './kill-place.ts'

/**
 * The moment at which a server dies. It kills itself before or after a charge. A signal kills it as soon as a response shows a
 * decision about a conversation, or at a random moment (`whenever`).
 */
export type KillMoment = 'before-charge' | 'after-charge' | 'after-decision' | 'whenever'

export interface KilledServer {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

export const ADMIN_TOKEN = 'an-admin-token-of-the-kill-loop'
/** Address for servers that need no provider. */
const NO_PROVIDER = 'http://127.0.0.1:9'

/** Starts `killed-server` as a separate process. */
export async function startKilledServer(
  { variables }: KillPlace,
  { moment = 'never', call = 0, providerUrl = NO_PROVIDER }: StartOptions = {},
): Promise<KilledServer> {
  const script = join(import.meta.dirname, 'killed-server.ts')
  const argv = [script, moment.endsWith('-charge') ? moment : 'never', String(call)]
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      PLEAT_PORT: '0',
      PLEAT_LOG_LEVEL: 'silent',
      PLEAT_WARM_UP: 'off',
      PLEAT_OPENAI_URL: `${providerUrl}/v1`,
      PLEAT_SECRET: 'a secret of the test',
      PLEAT_ADMIN_TOKEN: ADMIN_TOKEN,
      ...variables,
    },
  })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended.then(() => [''])])) as [Buffer]
  const url = line.toString().trim()
  if (url === '') throw new Error('the server did not start')
  return { url, child, ended }
}

interface StartOptions {
  readonly moment?: KillMoment | 'never'
  /** Number of the charge at which it dies. */
  readonly call?: number
  readonly providerUrl?: string
}
