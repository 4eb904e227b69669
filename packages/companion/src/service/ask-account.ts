import type { Account } from '../config/account.ts'
import { isObject, type JsonObject } from '../transcript/json-value.ts'
import { printable } from './printable.ts'
import { failureReason, readBody } from './read-body.ts'

/** Requests and tokens of all keys of an account, as the server counts them. */
export interface ServedSums {
  readonly requests: number
  readonly originalTokens: number
  readonly optimizedTokens: number
  readonly savedTokens: number
  /** Undefined where the server does not say, or knows no price. */
  readonly money: ServedMoney | undefined
}

/** What the input of requests cost in US dollars, by receipts, and an estimate of what it would have cost directly. */
export interface ServedMoney {
  readonly usd: number
  readonly directUsd: number
  /** Requests that the amounts are over. */
  readonly pricedRequests: number
}

/** What a server says of the account that a key belongs to. */
export interface ServedAccount {
  readonly name: string
  readonly plan: 'free' | 'pro'
  /** The plan as people read it. */
  readonly planLabel: string
  readonly budgetCents: number
  /** Undefined where nothing is owed and the plan is not billed. */
  readonly owedCents: number | undefined
  readonly usage: { readonly today: ServedSums; readonly total: ServedSums }
}

/** What came of asking; `no such path`: a server from before there was one. */
export type AccountAnswer =
  | { readonly kind: 'account'; readonly account: ServedAccount }
  | { readonly kind: 'no such path' }
  | { readonly kind: 'unknown key' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Asks whose the key is. Never throws; the key goes to this server and nowhere else. */
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
    return account ? { kind: 'account', account } : { kind: 'failed', reason: "the server's answer was not understood" }
  } catch (error) {
    return { kind: 'failed', reason: failureReason(error, timeoutMs) }
  }
}

/** Trusts nothing: what is not as it must be is no account. */
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

/** The amounts in sums of a server; undefined where there are none. */
export function readMoney(sums: JsonObject): ServedMoney | undefined {
  const { usd, direct_usd: directUsd, priced_requests: pricedRequests } = sums
  if (!isAmount(usd) || !isAmount(directUsd) || !isAmount(pricedRequests) || pricedRequests === 0) return undefined
  return { usd, directUsd, pricedRequests }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
