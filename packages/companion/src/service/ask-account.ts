import type { Account } from '../config/account.ts'
import { isObject, type JsonObject } from '../transcript/json-value.ts'
import { printable } from './printable.ts'
import { failureReason, readBody } from './read-body.ts'

/** Requests and tokens of all keys of an account, by the server's count. */
export interface ServedSums {
  readonly requests: number
  readonly originalTokens: number
  readonly optimizedTokens: number
  readonly savedTokens: number
  /** Undefined if the server does not report it or knows no price. */
  readonly money: ServedMoney | undefined
}

/** The input bill in US dollars, and the estimated direct bill. */
export interface ServedMoney {
  readonly usd: number
  readonly directUsd: number
  /** Number of requests in the sums. */
  readonly pricedRequests: number
}

/** A server's answer about the account of a key. */
export interface ServedAccount {
  readonly name: string
  readonly plan: 'free' | 'pro'
  /** Display name of the plan. */
  readonly planLabel: string
  readonly budgetCents: number
  /** Undefined on plan free if nothing is owed. */
  readonly owedCents: number | undefined
  readonly usage: { readonly today: ServedSums; readonly total: ServedSums }
}

/** The result of a request. `no such path`: the server is of an older version. */
export type AccountAnswer =
  | { readonly kind: 'account'; readonly account: ServedAccount }
  | { readonly kind: 'no such path' }
  | { readonly kind: 'unknown key' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Asks for the account of the key. Never rejects. The key is sent only to this server. */
export async function askAccount({ server, key }: Account, timeoutMs: number): Promise<AccountAnswer> {
  try {
    const response = await fetch(`${server}/v1/account`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await readBody(response)
    if (response.status === 404) return { kind: 'no such path' }
    if (response.status === 401 || response.status === 403) return { kind: 'unknown key' }
    if (response.status !== 200) return { kind: 'failed', reason: `the server answered ${response.status}` }
    const account = readServed(body)
    return account
      ? { kind: 'account', account }
      : { kind: 'failed', reason: "the server's response has an unknown form" }
  } catch (error) {
    return { kind: 'failed', reason: failureReason(error, timeoutMs) }
  }
}

/** Validates the response; undefined for one of another form. */
function readServed(body: JsonObject | undefined): ServedAccount | undefined {
  const { account, plan, tier_label: label, budget_cents: budget, owed_cents: owed, usage } = body ?? {}
  if (typeof account !== 'string' || (plan !== 'free' && plan !== 'pro') || !isAmount(budget)) return undefined
  if ((owed !== undefined && !isAmount(owed)) || !isObject(usage)) return undefined
  const today = readSums(usage.today)
  const total = readSums(usage.total)
  if (!today || !total) return undefined
  return {
    name: printable(account, 100),
    plan,
    planLabel: printable(label) || plan,
    budgetCents: budget,
    owedCents: owed,
    usage: { today, total },
  }
}

function readSums(value: unknown): ServedSums | undefined {
  if (!isObject(value)) return undefined
  const { requests, original_tokens: original, optimized_tokens: optimized, saved_tokens: saved } = value
  if (!isAmount(requests) || !isAmount(original) || !isAmount(optimized) || !isAmount(saved)) return undefined
  return { requests, originalTokens: original, optimizedTokens: optimized, savedTokens: saved, money: readMoney(value) }
}

/** The amounts in a server's sums; undefined without them. */
export function readMoney(sums: JsonObject): ServedMoney | undefined {
  const { usd, direct_usd: directUsd, priced_requests: pricedRequests } = sums
  if (!isAmount(usd) || !isAmount(directUsd) || !isAmount(pricedRequests) || pricedRequests === 0) return undefined
  return { usd, directUsd, pricedRequests }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
