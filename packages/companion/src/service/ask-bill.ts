import type { Account } from '../config/account.ts'
import type { JsonObject } from '../transcript/json-value.ts'
import { readMoney, type ServedMoney } from './ask-account.ts'
import { readBody } from './read-body.ts'

/** The bill of some sessions. */
export interface ServedBill {
  /** Requests whose response reports usage, with or without a known price. */
  readonly billedRequests: number
  readonly money: ServedMoney | undefined
}

/** Session ids per request. */
const AT_ONCE = 50

/**
 * Asks for the bill of these sessions since a time in Unix milliseconds. Undefined if a request fails: an older
 * server has no bill. Never rejects. The key is sent only to this server.
 */
export async function askBill(
  { server, key }: Account,
  { sessions, since }: { readonly sessions: readonly string[]; readonly since: number },
  timeoutMs: number,
): Promise<ServedBill | undefined> {
  if (sessions.length === 0) return undefined
  const signal = AbortSignal.timeout(timeoutMs)
  const bills: ServedBill[] = []
  try {
    for (let from = 0; from < sessions.length; from += AT_ONCE) {
      const query = new URLSearchParams({ since: new Date(since).toISOString() })
      for (const id of sessions.slice(from, from + AT_ONCE)) query.append('session', id)
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${server}/v1/account/bill?${query}`, { headers, redirect: 'error', signal })
      const bill = response.status === 200 ? readBill(await readBody(response)) : undefined
      if (bill === undefined) return undefined
      bills.push(bill)
    }
  } catch {
    return undefined
  }
  return bills.reduce(addBills, { billedRequests: 0, money: undefined })
}

function readBill(body: JsonObject | undefined): ServedBill | undefined {
  const billed = body?.billed_requests
  if (body === undefined || typeof billed !== 'number') return undefined
  return { billedRequests: billed, money: readMoney(body) }
}

function addBills(one: ServedBill, other: ServedBill): ServedBill {
  return { billedRequests: one.billedRequests + other.billedRequests, money: addMoney(one.money, other.money) }
}

function addMoney(one: ServedMoney | undefined, other: ServedMoney | undefined): ServedMoney | undefined {
  if (!one || !other) return one ?? other
  return {
    usd: one.usd + other.usd,
    directUsd: one.directUsd + other.directUsd,
    pricedRequests: one.pricedRequests + other.pricedRequests,
  }
}
