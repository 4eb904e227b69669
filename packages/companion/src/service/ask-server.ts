import { hash } from 'node:crypto'
import type { Account } from '../config/account.ts'
import { isObject, type JsonObject } from '../transcript/json-value.ts'
import { estimateMessages } from '../view/estimate-tokens.ts'
import type { View, ViewRequest } from '../view/view.ts'
import { printable } from './printable.ts'
import { failureReason, readBody } from './read-body.ts'

/** The result of a request: a view, or the reason why there is none, as text for the user. */
export type ServerAnswer =
  | { readonly kind: 'view'; readonly view: View; readonly tierLabel: string }
  | {
      readonly kind: 'payment'
      readonly reason: string
      readonly tier: string
      readonly budgetCents: number | undefined
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly status?: number }

/**
 * Asks the server for a view (`POST /v1/tul1`). Never rejects. The key is sent only to this server. An idempotency key
 * makes a repeat free, because the server may have charged for a response that arrived too late.
 */
export async function askServer(
  { server, key }: Account,
  { messages, mode, sessionId, model }: ViewRequest,
  timeoutMs: number,
): Promise<ServerAnswer> {
  const body = JSON.stringify({ session_id: sessionId, messages, protection_mode: mode, model_hint: model })
  try {
    const response = await fetch(`${server}/v1/tul1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `pleat-${hash('sha256', body)}`,
      },
      body,
      // A redirect would send the transcript and the key to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await readBody(response)
    if (response.status === 402) return paymentRequired(answer)
    if (response.status !== 200) {
      return { kind: 'failed', reason: `the server answered ${response.status}`, status: response.status }
    }
    const view = readView(answer, messages)
    if (!view) return { kind: 'failed', reason: "the server's response has an unknown form" }
    return { kind: 'view', view, tierLabel: printable(answer?.tier_label) }
  } catch (error) {
    return { kind: 'failed', reason: failureReason(error, timeoutMs) }
  }
}

function paymentRequired(body: JsonObject | undefined): ServerAnswer {
  const budget = body?.your_budget_cents
  return {
    kind: 'payment',
    reason: 'the server asks for a plan or a budget (402)',
    tier: printable(body?.your_tier) || 'unknown',
    budgetCents: typeof budget === 'number' && Number.isFinite(budget) ? budget : undefined,
  }
}

/** Validates the response; undefined for one of another form. */
function readView(body: JsonObject | undefined, messages: ViewRequest['messages']): View | undefined {
  if (body?.ok !== true || typeof body.applied !== 'boolean' || typeof body.service_md !== 'string') return undefined
  const numbers = [body.n_compressed_turns, body.n_total, body.saving_chars, body.saving_tokens].map(Number)
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return undefined
  const [compressedTurns = 0, totalTurns = 0, savedChars = 0, savedTokens = 0] = numbers
  const tail: unknown = body.raw_tail
  if (!Array.isArray(tail) || !tail.every(isMessage)) return undefined
  if (totalTurns !== messages.length || compressedTurns + tail.length !== totalTurns) return undefined
  if (body.applied && !body.service_md.trim()) return undefined
  return {
    by: 'server',
    applied: body.applied,
    serviceMd: body.service_md,
    rawTail: tail,
    compressedTurns,
    totalTurns,
    savedChars,
    savedTokens,
    originalTokens: estimateMessages(messages),
    feeCents: typeof body.fee_cents === 'number' && Number.isFinite(body.fee_cents) ? body.fee_cents : 0,
    version: printable(body.version),
  }
}

function isMessage(value: unknown): value is ViewRequest['messages'][number] {
  return isObject(value) && (value.role === 'user' || value.role === 'assistant') && typeof value.content === 'string'
}
