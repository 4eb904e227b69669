import type { Deps } from './deps.ts'
import type { Log } from './ports.ts'
import { dayOf } from './utc-day.ts'

type ForgetDeps = Pick<Deps, 'store' | 'clock' | 'limits'> & { readonly log: Pick<Log, 'warn'> }

/** Milliseconds from the start to the first removal, so that a server that is often restarted removes data too. */
const FIRST_MS = 60_000
/** Milliseconds between two removals. */
const INTERVAL_MS = 60 * 60_000

/** Removes expired data a minute after the start and then every hour. Returns a function that ends this. */
export function forgetOldHourly(deps: ForgetDeps): () => void {
  const first = setTimeout(() => void forgetOld(deps), FIRST_MS).unref()
  const hourly = setInterval(() => void forgetOld(deps), INTERVAL_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(hourly)
  }
}

async function forgetOld({ store, clock, limits, log }: ForgetDeps): Promise<void> {
  try {
    await store.sessions.forget(clock.now() - limits.sessionLifetimeMs)
    await store.turns.forget(clock.now() - limits.turnLifetimeMs)
    await store.objects.forgetExpired(clock.now())
    if (limits.usageLifetimeMs !== undefined) await store.usage.forget(dayOf(clock.now() - limits.usageLifetimeMs))
    await store.accounts.sweepDeleted()
    await store.holdout.forget(clock.now() - limits.comparisonLifetimeMs)
    await store.alerts.forget(clock.now() - limits.alertLifetimeMs)
  } catch (error) {
    log.warn({ error }, 'Expired sessions, usage and objects could not be removed.')
  }
}
