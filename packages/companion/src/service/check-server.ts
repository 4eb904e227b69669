import type { Account } from '../config/account.ts'
import { askAccount, type ServedAccount } from './ask-account.ts'
import { askServer } from './ask-server.ts'
import { printable } from './printable.ts'
import { failureReason, readBody } from './read-body.ts'

/** What a server says of itself and of a key. */
export interface ServerState {
  /** The server's version, when it is a server of Pleat and answers. */
  readonly version: string | undefined
  readonly key: 'valid' | 'unknown' | 'not checked'
  /** Label of the plan, when the server says it. */
  readonly plan: string | undefined
  /** Cents left, to the last decimal; undefined when the server does not say. */
  readonly budgetCents: number | undefined
  /** Cents that were charged and not paid yet; undefined when there are none, or when the server does not say. */
  readonly owedCents: number | undefined
  /** Name of the account, when the server says it. */
  readonly account: string | undefined
  /** What all keys of the account used, when the server says it. */
  readonly usage: ServedAccount['usage'] | undefined
  /** Whether the server would compress a transcript now. */
  readonly isEntitled: boolean
  /** What is wrong, in words for people. */
  readonly problem: string | undefined
}

/** The version a server of Pleat says of itself (spec 2.5), and the time by its clock, or why they cannot be had. */
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
    return { problem: 'there is no Pleat server at this address' }
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

const UNKNOWN_KEY = { ...NOTHING, key: 'unknown', problem: 'the server does not know this key' } as const
const USED_UP = 'the account has no budget left'

/** Asks for its health, and when it is a server of Pleat whose the key is. */
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

/**
 * For servers that do not tell whose a key is: asks for a view of nothing, a message so short that all of it is
 * protected, which costs no fee.
 */
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
