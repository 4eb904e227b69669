import type { AlertStore } from './alerts/alert-ports.ts'
import type { SealedCloudStore } from './cloud/cloud-port.ts'
import type { KeyStore } from './gate/key-port.ts'
import type { AccountStore } from './money/account-port.ts'
import type { CredentialStore } from './money/credential-port.ts'
import type { LedgerStore } from './money/ledger-port.ts'
import type { UsageStore } from './money/usage-port.ts'
import type { CalibrationStore } from './proxy/calibration-port.ts'
import type { HoldoutStore } from './proxy/holdout-port.ts'
import type { ObjectStore } from './proxy/object-port.ts'
import type { SessionStore } from './proxy/session-port.ts'
import type { TurnStore } from './proxy/turn-port.ts'

/** The ports of all durable data in one handle, which is opened and closed as a whole. */
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
