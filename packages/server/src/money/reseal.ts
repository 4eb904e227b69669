import type { CredentialStore, StoredCredential } from './credential-port.ts'
import { credentialLabel } from './credentials.ts'
import { createSeal, type Seal, SealError, type SealingSecrets } from './seal.ts'
import type { SealedClouds } from './sealed-cloud-port.ts'
import { resealText } from './sealed-text.ts'

/** The stores that hold sealed data. */
export interface SealedStores {
  readonly credentials: Pick<CredentialStore, 'list' | 'replace'>
  readonly clouds: SealedClouds
}

/** Counts of sealed data by the secret that opens it. */
export interface SealedState {
  readonly credentials: {
    readonly total: number
    /** Opened by a previous secret. */
    readonly outdated: number
    /** Opened by no secret. */
    readonly unreadable: readonly { readonly accountId: string; readonly provider: string }[]
  }
  readonly clouds: { readonly total: number; readonly outdated: number; readonly unreadable: number }
}

/** Handling of outdated and unreadable data. */
export interface ResealOptions {
  /** Seals outdated data with the current secret. */
  readonly reseals: boolean
  /** Removes data that opens with no secret. */
  readonly removesUnreadable: boolean
}

/** Clouds in one transaction. More would make other writers wait. */
const CLOUDS_AT_ONCE = 50

/**
 * Opens all sealed data, and reseals or removes it according to `options`. It is idempotent, and does not overwrite
 * data that another process changes meanwhile.
 */
export async function examineSealed(
  stores: SealedStores,
  secrets: SealingSecrets,
  options: ResealOptions,
): Promise<SealedState> {
  return {
    credentials: await examineCredentials(stores.credentials, createSeal(secrets, 'credentials'), options),
    clouds: await examineClouds(stores.clouds, createSeal(secrets, 'clouds'), options),
  }
}

/** The credentials part of `examineSealed`, in one transaction. */
export async function examineCredentials(
  store: SealedStores['credentials'],
  seal: Seal,
  { reseals, removesUnreadable }: ResealOptions,
): Promise<SealedState['credentials']> {
  const rows = await store.list()
  const resealed: (StoredCredential & { to: string })[] = []
  const unreadable: StoredCredential[] = []
  for (const row of rows) {
    const label = credentialLabel(row.accountId, row.provider)
    const result = await orUnreadable(resealText(seal, row.sealed, label))
    if (result === UNREADABLE) unreadable.push(row)
    else if (result !== undefined) resealed.push({ ...row, to: result })
  }
  const changes = [
    ...(reseals ? resealed : []),
    ...(removesUnreadable ? unreadable.map((row) => ({ ...row, to: undefined })) : []),
  ]
  if (changes.length > 0) await store.replace(changes)
  return {
    total: rows.length,
    outdated: resealed.length,
    unreadable: unreadable.map(({ accountId, provider }) => ({ accountId, provider })),
  }
}

async function examineClouds(
  store: SealedStores['clouds'],
  seal: Seal,
  { reseals, removesUnreadable }: ResealOptions,
): Promise<SealedState['clouds']> {
  const counts = { total: 0, outdated: 0, unreadable: 0 }
  for (let after = 0; ; ) {
    const rows = await store.page(after, CLOUDS_AT_ONCE)
    const changes = []
    for (const row of rows) {
      counts.total++
      const result = await orUnreadable(seal.reseal(row.sealed, [row.accountId, row.idHash]))
      if (result === UNREADABLE) {
        counts.unreadable++
        if (removesUnreadable) changes.push({ ...row, to: undefined })
      } else if (result !== undefined) {
        counts.outdated++
        if (reseals) changes.push({ ...row, to: result })
      }
    }
    if (changes.length > 0) await store.replace(changes)
    if (rows.length < CLOUDS_AT_ONCE) return counts
    after = rows.at(-1)!.position
  }
}

const UNREADABLE = Symbol('unreadable')

async function orUnreadable<Result>(opening: Promise<Result>): Promise<Result | typeof UNREADABLE> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof SealError) return UNREADABLE
    throw error
  }
}
