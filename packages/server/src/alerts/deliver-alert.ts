import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '../config/version.ts'
import type { Clock } from '../ports.ts'
import type { Alert } from './alert.ts'
import type { Webhook } from './alert-ports.ts'
import { webhookHeaders } from './sign-webhook.ts'

export interface DeliveryDeps {
  readonly webhook: Webhook
  readonly secret: string
  /** Milliseconds before the second try, the third, and so on. */
  readonly pausesMs: readonly number[]
  readonly clock: Clock
  /** True if a pause keeps the process alive. */
  readonly ref: boolean
}

/** The default pauses. They are long enough for a receiver to restart. */
export const PAUSES_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000]

/** True if another try may succeed, because the receiver is busy or broken. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/**
 * Sends an alert, with retries after temporary failures. Resolves when the receiver has accepted it.
 * @throws {Error} when the alert is given up; the message names the reason. An aborted `signal` also rejects.
 */
export async function deliverAlert(
  { webhook, secret, pausesMs, clock, ref }: DeliveryDeps,
  { alert, at, signal }: { readonly alert: Alert; readonly at: number; readonly signal: AbortSignal },
): Promise<void> {
  const id = `pleat_${createHash('sha256').update(`${alert.key}\n${at}`).digest('hex').slice(0, 32)}`
  const body = JSON.stringify(payloadOf(alert, at))
  for (let tries = 0; ; tries++) {
    // Receivers refuse a timestamp of more than five minutes ago, so each try has its own.
    const headers = webhookHeaders(secret, { id, at: clock.now(), body })
    const outcome = await tryOnce(webhook, { body, headers, signal })
    if (outcome === 'taken') return
    const pause = pausesMs[tries]
    if (!outcome.isTemporary || pause === undefined)
      throw new Error(`after ${tries + 1} ${tries === 0 ? 'try' : 'tries'}: ${outcome.reason}`)
    await sleep(pause, undefined, { signal, ref })
  }
}

type Outcome = 'taken' | { readonly isTemporary: boolean; readonly reason: string }

async function tryOnce(webhook: Webhook, request: Parameters<Webhook['post']>[0]): Promise<Outcome> {
  try {
    const status = await webhook.post(request)
    if (status >= 200 && status < 300) return 'taken'
    return { isTemporary: isTemporary(status), reason: `the receiver answered ${status}` }
  } catch (error) {
    if (request.signal.aborted) throw error
    return { isTemporary: true, reason: (error as NodeJS.ErrnoException).code ?? (error as Error).message }
  }
}

/** The body of the webhook. Chat services such as Slack show its `text`. */
function payloadOf({ kind, severity, message, data }: Alert, at: number): object {
  return {
    type: `pleat.${kind}`,
    timestamp: new Date(at).toISOString(),
    text: `Pleat: ${message}`,
    data: { severity, message, instance: hostname(), version: VERSION, ...data },
  }
}
