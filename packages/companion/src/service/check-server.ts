import type { Account } from '../config/account.ts'
import { askServer } from './ask-server.ts'
import { failureReason, readBody } from './read-body.ts'

/** What a server says of itself and of a key. */
export interface ServerState {
  /** The server's version, when it is a server of Pleat and answers. */
  readonly version: string | undefined
  readonly key: 'valid' | 'unknown' | 'not checked'
  /** Label of the plan, when the server says it. */
  readonly plan: string | undefined
  /** Cents left; undefined when the server does not say. */
  readonly budgetCents: number | undefined
  /** Whether the server would compress a transcript now. */
  readonly isEntitled: boolean
  /** What is wrong, in words for people. */
  readonly problem: string | undefined
}

/** The version a server of Pleat says of itself (spec 2.5), or why it cannot be had. */
export async function askHealth(server: string, timeoutMs: number): Promise<{ version?: string; problem?: string }> {
  try {
    const response = await fetch(`${server}/v1/health`, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const body = await readBody(response)
    const version = body?.version
    if (response.status === 200 && typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version)) {
      return { version: version.replace(/\p{C}/gu, '').slice(0, 40) }
    }
    return { problem: 'there is no Pleat server at this address' }
  } catch (error) {
    return { problem: failureReason(error, timeoutMs) }
  }
}

/** Asks for its health, then for a view of nothing: a message so short that all of it is protected costs no fee. */
export async function checkServer(account: Account, timeoutMs: number): Promise<ServerState> {
  const nothing = { plan: undefined, budgetCents: undefined, isEntitled: false }
  const health = await askHealth(account.server, timeoutMs)
  if (health.version === undefined) {
    return { ...nothing, version: undefined, key: 'not checked', problem: health.problem }
  }
  const { version } = health
  const messages = [{ role: 'user', content: 'Is this key valid?' } as const]
  const answer = await askServer(account, { messages, mode: 'conservative', sessionId: 'pleat-status' }, timeoutMs)
  if (answer.kind === 'view') {
    return { ...nothing, version, key: 'valid', plan: answer.tierLabel, isEntitled: true, problem: undefined }
  }
  if (answer.kind === 'payment') {
    const key = answer.tier.toLowerCase() === 'anonymous' ? 'unknown' : 'valid'
    const problem = key === 'unknown' ? 'the server does not know this key' : 'the budget is used up'
    return { ...nothing, version, key, plan: answer.tier, budgetCents: answer.budgetCents, problem }
  }
  const isRefused = answer.status === 401 || answer.status === 403
  return {
    ...nothing,
    version,
    key: isRefused ? 'unknown' : 'not checked',
    problem: isRefused ? 'the server does not know this key' : answer.reason,
  }
}
