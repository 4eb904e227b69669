import type { Deps } from './deps.ts'
import type { Log } from './ports.ts'
import { dayOf } from './utc-day.ts'

type ForgetDeps = Pick<Deps, 'store' | 'clock' | 'limits'> & { readonly log: Pick<Log, 'warn'> }

/** Milliseconds from the start to the first removal, so that a server that is often restarted removes data too. */
const FIRST_MS = 60_000
/** Milliseconds between two removals. */
const INTERVAL_MS = 60 * 60_000

/** Removes expired data a minute after the start and then every hour. Returns a function that stops the removals. */
export function forgetOldHourly(deps: ForgetDeps): () => void {
  const first = setTimeout(() => void forgetOld(deps), FIRST_MS).unref()
  const hourly = setInterval(() => void forgetOld(deps), INTERVAL_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(hourly)
  }
}

/** Each kind of data is removed on its own, so that a failed removal does not prevent the others. */
async function forgetOld({ store, clock, limits, log }: ForgetDeps): Promise<void> {
  const now = clock.now()
  const { usageLifetimeMs } = limits
  const removals: Readonly<Record<string, () => Promise<unknown>>> = {
    'expired sessions': () => store.sessions.forget(now - limits.sessionLifetimeMs),
    'expired requests': () => store.turns.forget(now - limits.turnLifetimeMs),
    'expired objects': () => store.objects.forgetExpired(now),
    'expired usage': async () => {
      if (usageLifetimeMs !== undefined) await store.usage.forget(dayOf(now - usageLifetimeMs))
    },
    'data of deleted accounts': () => store.accounts.sweepDeleted(),
    'expired comparisons': () => store.holdout.forget(now - limits.comparisonLifetimeMs),
    'expired alerts': () => store.alerts.forget(now - limits.alertLifetimeMs),
  }
  for (const [what, remove] of Object.entries(removals)) {
    try {
      await remove()
    } catch (error) {
      log.warn({ error }, `Could not remove ${what}.`)
    }
  }
}
