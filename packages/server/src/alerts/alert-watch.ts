import type { KeyStore } from '../gate/key-port.ts'
import { readKeyBills } from '../money/key-bills.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import type { UsageStore } from '../money/usage-port.ts'
import type { Clock, Log } from '../ports.ts'
import type { Counters } from '../proxy/counters.ts'
import type { Alert } from './alert.ts'
import { AlertClaims } from './alert-claims.ts'
import type { AlertStore, Webhook } from './alert-ports.ts'
import { budgetAlerts, spendingAlerts, type Thresholds } from './budget-alerts.ts'
import { type DeliveryDeps, deliverAlert, PAUSES_MS } from './deliver-alert.ts'
import type { FailureWatch } from './failure-watch.ts'
import { BudgetReader } from './read-budgets.ts'

export interface AlertWatchDeps {
  readonly store: {
    readonly alerts: AlertStore
    readonly keys: Pick<KeyStore, 'listKeys' | 'listAccounts'>
    readonly usage: Pick<UsageStore, 'bills'>
    readonly ledger: Pick<LedgerStore, 'findNewestGrant'>
  }
  readonly failures: Pick<FailureWatch, 'check'>
  readonly webhook: Webhook
  readonly secret: string
  readonly thresholds: Thresholds
  readonly clock: Clock
  readonly log: Log
  readonly counters: Pick<Counters, 'add'>
  /** Milliseconds between two checks. */
  readonly everyMs: number
  readonly pausesMs?: readonly number[]
}

/** Limit of alerts that are being sent. The next check raises the others again. */
const MAX_IN_FLIGHT = 50

/**
 * Checks budgets and failures at a fixed interval and sends new alerts. It reads the store and the counters of this
 * process. No request waits for it.
 */
export class AlertWatch {
  readonly #deps: AlertWatchDeps
  readonly #delivery: DeliveryDeps
  readonly #budgets: BudgetReader
  readonly #claims: AlertClaims
  readonly #stop = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps
    this.#delivery = {
      webhook: deps.webhook,
      secret: deps.secret,
      pausesMs: deps.pausesMs ?? PAUSES_MS,
      clock: deps.clock,
      ref: false,
    }
    this.#budgets = new BudgetReader(deps.store)
    this.#claims = new AlertClaims(deps.store.alerts, deps.log)
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), this.#deps.everyMs).unref()
  }

  /** Checks once; resolves when new alerts are being sent. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => this.#deps.log.warn({ error }, 'Budgets could not be checked for alerts.'))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** Resolves when every alert that is being sent was delivered or given up. */
  async delivered(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Stops sending. The next process that checks raises the unsent alerts again. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    this.#stop.abort()
    await this.delivered()
    await this.#deps.webhook.close()
  }

  async #lookOnce(): Promise<void> {
    const { store, clock, thresholds, failures } = this.#deps
    // First, because these alerts need no store, and the store may be what fails.
    for (const alert of failures.check()) await this.#raise(alert)
    const now = clock.now()
    const keys = (await store.keys.listKeys()).filter(({ spending, revokedAt }) => spending && revokedAt === null)
    const ids = keys.map(({ id }) => id)
    const bills = await readKeyBills(store.usage, now, ids)
    for (const alert of spendingAlerts(keys, { bills, thresholds, now })) await this.#raise(alert)
    for (const budgeted of await this.#budgets.readChanged()) {
      const { account } = budgeted
      const forget = () => this.#budgets.forget(account.id)
      this.#budgets.note(account)
      try {
        for (const alert of budgetAlerts([budgeted], thresholds)) await this.#raise(alert, forget)
      } catch (error) {
        forget()
        throw error
      }
    }
  }

  /** Sends an alert that was not sent before. `onUnsent` is called if it must be raised again. */
  async #raise(alert: Alert, onUnsent: () => void = () => {}): Promise<void> {
    // SQLite's statements run on the event loop. Other requests are served between those of two alerts.
    await new Promise(setImmediate)
    if (this.#stop.signal.aborted) return
    if (this.#underWay.size >= MAX_IN_FLIGHT) return onUnsent()
    const at = this.#deps.clock.now()
    const claim = await this.#claims.claim(alert, at)
    if (claim === 'sending') onUnsent()
    if (claim !== 'claimed') return
    const sending: Promise<void> = this.#send(alert, at, onUnsent).finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  async #send(alert: Alert, at: number, onUnsent: () => void): Promise<void> {
    const { log, counters } = this.#deps
    try {
      await deliverAlert(this.#delivery, { alert, at, signal: this.#stop.signal })
      log.info({ alert: alert.kind }, 'An alert was sent.')
      await this.#claims.confirm(alert, at)
    } catch (error) {
      onUnsent()
      if (!this.#stop.signal.aborted) {
        counters.add('alert_failed')
        log.error({ alert: alert.kind, reason: (error as Error).message }, 'An alert could not be sent.')
      }
      await this.#claims.release(alert, at)
    }
  }
}
