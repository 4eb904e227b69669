import type { AlertStore } from './alerts/alert-ports.ts'
import type { HoldoutStore } from './holdout-port.ts'
import type { KeyStore } from './key-port.ts'
import type { AccountStore, LedgerStore } from './money-ports.ts'
import type { ObjectStore } from './object-port.ts'
import type { CalibrationStore, CredentialStore, SealedCloudStore, SessionStore, UsageStore } from './ports.ts'
import type { TurnStore } from './turn-port.ts'

/** The store cannot read or write at the moment, whatever is asked of it: its disk is full, say. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** Everything durable behind one handle that is opened and closed. */
export interface Store {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly ledger: LedgerStore
  readonly credentials: CredentialStore
  readonly usage: UsageStore
  readonly sessions: SessionStore
  readonly turns: TurnStore
  readonly clouds: SealedCloudStore
  readonly calibration: CalibrationStore
  readonly objects: ObjectStore
  readonly holdout: HoldoutStore
  readonly alerts: AlertStore
  close(): Promise<void>
}
