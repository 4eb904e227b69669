import type { Account } from '../config/account.ts'
import { askAccount, type ServedAccount } from './ask-account.ts'
import { askServer } from './ask-server.ts'
import { printable } from './printable.ts'
import { failureReason, readBody } from './read-body.ts'

/** The state of a server and of a key. */
export interface ServerState {
  /** Version of the server; undefined if no Pleat server answers. */
  readonly version: string | undefined
  readonly key: 'valid' | 'unknown' | 'not checked'
  /** Display name of the plan; undefined if the server does not report it. */
  readonly plan: string | undefined
  /** Rest of the budget in cents; undefined if the server does not report it. */
  readonly budgetCents: number | undefined
  /** Amount owed in cents; undefined if nothing is owed or the server does not report it. */
  readonly owedCents: number | undefined
  /** Name of the account; undefined if the server does not report it. */
  readonly account: string | undefined
  /** Usage of all keys of the account; undefined if the server does not report it. */
  readonly usage: ServedAccount['usage'] | undefined
  /** True if the server would compress a transcript now. */
  readonly isEntitled: boolean
  /** The problem as text for the user; undefined without one. */
  readonly problem: string | undefined
}

/** The version of a Pleat server (`GET /v1/health`) and the time by its clock, or the problem. */
export async function askHealth(
  server: string,
  timeoutMs: number,
): Promise<{ version?: string; at?: number; problem?: string }> {
  try {
    const response = await fetch(`${server}/v1/health`, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const body = await readBody(response)
    const version = body?.version
    if (response.status === 200 && typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version)) {
      const at = Date.parse(response.headers.get('date') ?? '')
      return { version: printable(version, 40), ...(Number.isFinite(at) && { at }) }
    }
    return { problem: 'no Pleat server answers at this address; check the address and the port' }
  } catch (error) {
    return { problem: failureReason(error, timeoutMs) }
  }
}

const NOTHING = {
  plan: undefined,
  budgetCents: undefined,
  owedCents: undefined,
  account: undefined,
  usage: undefined,
  isEntitled: false,
}

const UNKNOWN_KEY = {
  ...NOTHING,
  key: 'unknown',
  problem: 'the server does not know this key; ask its operator for one (pleat-server keys create)',
} as const
const USED_UP = 'the account has no budget left'

/** Checks the health of the server, and then the key. */
export async function checkServer(account: Account, timeoutMs: number): Promise<ServerState> {
  const { version, problem } = await askHealth(account.server, timeoutMs)
  if (version === undefined) return { ...NOTHING, version: undefined, key: 'not checked', problem }
  const answer = await askAccount(account, timeoutMs)
  if (answer.kind === 'account') return { version, ...describeServed(answer.account) }
  if (answer.kind === 'unknown key') return { version, ...UNKNOWN_KEY }
  if (answer.kind === 'failed') return { ...NOTHING, version, key: 'not checked', problem: answer.reason }
  return { version, ...(await tryKey(account, timeoutMs)) }
}

function describeServed(served: ServedAccount): Omit<ServerState, 'version'> {
  const { name, plan, planLabel, budgetCents, owedCents, usage } = served
  const isEntitled = plan === 'pro' || budgetCents > 0
  const problem = isEntitled ? undefined : USED_UP
  return { key: 'valid', account: name, plan: planLabel, budgetCents, owedCents, usage, isEntitled, problem }
}

/** Checks a key at an older server: asks for the view of a message that is protected completely, which costs no fee. */
async function tryKey(account: Account, timeoutMs: number): Promise<Omit<ServerState, 'version'>> {
  const messages = [{ role: 'user', content: 'Is this key valid?' } as const]
  const answer = await askServer(account, { messages, mode: 'conservative', sessionId: 'pleat-status' }, timeoutMs)
  if (answer.kind === 'view') {
    return { ...NOTHING, key: 'valid', plan: answer.tierLabel, isEntitled: true, problem: undefined }
  }
  if (answer.kind === 'payment') {
    const { tier: plan, budgetCents } = answer
    const isUnknown = plan.toLowerCase() === 'anonymous'
    return { ...(isUnknown ? UNKNOWN_KEY : { ...NOTHING, key: 'valid', problem: USED_UP }), plan, budgetCents }
  }
  if (answer.status === 401 || answer.status === 403) return UNKNOWN_KEY
  return { ...NOTHING, key: 'not checked', problem: answer.reason }
}
