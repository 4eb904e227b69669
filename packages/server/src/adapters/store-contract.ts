import { afterEach, beforeEach, describe } from 'vitest'
import type { Clock } from '../ports.ts'
import type { Store } from '../store-port.ts'
import { describeAccounts } from './store-contract-accounts.ts'
import { describeAlerts } from './store-contract-alerts.ts'
import { describeBacklogs } from './store-contract-backlogs.ts'
import { describeClouds } from './store-contract-clouds.ts'
import { describeCredentials } from './store-contract-credentials.ts'
import { describeDeletion } from './store-contract-deletion.ts'
import { describeHoldout } from './store-contract-holdout.ts'
import { describeKeyLimits } from './store-contract-key-limits.ts'
import { describeKeys } from './store-contract-keys.ts'
import { describeLedger } from './store-contract-ledger.ts'
import { describeObjects } from './store-contract-objects.ts'
import { DEFAULT_LIMIT, type OpenedPlace } from './store-contract-place.ts'
import { describeSessions } from './store-contract-sessions.ts'
import { describeTurns } from './store-contract-turns.ts'
import { describeUsage } from './store-contract-usage.ts'

/** A place for the data of one test. Every `open` is another connection to the same data. */
export interface StorePlace {
  open(options: { clock: Clock; requestsPerMinute: number }): Promise<Store>
  remove(): Promise<void>
  /** Every row of every table, as stored. */
  dump(): Promise<ReadonlyMap<string, readonly object[]>>
}

/** The contract of all stores. */
export function describeStore(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(name, () => {
    const opened = {} as OpenedPlace
    let place: StorePlace

    beforeEach(async () => {
      place = await makePlace()
      opened.rowsWith = (texts) => findRows(place, texts)
      opened.clock = { time: 1_700_000_000_000 }
      const options = { clock: { now: () => opened.clock.time }, requestsPerMinute: DEFAULT_LIMIT }
      opened.store = await place.open(options)
      opened.other = await place.open(options)
    })

    afterEach(async () => {
      await opened.store.close()
      await opened.other.close()
      await place.remove()
    })

    describeKeys(opened)
    describeKeyLimits(opened)
    describeAccounts(opened)
    describeLedger(opened)
    describeCredentials(opened)
    describeUsage(opened)
    describeSessions(opened)
    describeTurns(opened)
    describeClouds(opened)
    describeObjects(opened)
    describeHoldout(opened)
    describeDeletion(opened)
    describeBacklogs(opened)
    describeAlerts(opened)
  })
}

async function findRows({ dump }: StorePlace, texts: readonly string[]): Promise<{ readonly table: string }[]> {
  const tables = [...(await dump())].sort(([one], [other]) => (one < other ? -1 : 1))
  return tables.flatMap(([table, rows]) =>
    rows.filter((row) => texts.some((text) => JSON.stringify(row).includes(text))).map(() => ({ table })),
  )
}
