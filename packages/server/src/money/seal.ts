import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { onceSuccessful } from '../once-successful.ts'

/** The secrets of an installation. Data is sealed with the current one and opened with any. */
export interface SealingSecrets {
  readonly secret: string
  /** Secrets used before. They open data that has not been resealed yet. */
  readonly previousSecrets?: readonly string[]
}

/** Each purpose has its own keys, derived from the same secret. */
export type SealPurpose = 'credentials' | 'clouds' | 'snapshots'

/** Encrypts data. It opens only with the same secret, for the same purpose and under the same label. */
export interface Seal {
  seal(data: Uint8Array, label: readonly string[]): Promise<Buffer>
  /** @throws {SealError} when secret or label differ, or when the sealed data was changed. */
  open(sealed: Uint8Array, label: readonly string[]): Promise<Buffer>
  /**
   * The data sealed with the current secret; undefined if it already is.
   * @throws {SealError} when none of the secrets opens it.
   */
  reseal(sealed: Uint8Array, label: readonly string[]): Promise<Buffer | undefined>
}

/** Sealed data cannot be opened. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The format version: authenticated as `name`, and written as the first byte. */
const VERSION = { name: 'v1', byte: 1 }
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a random nonce. Sealed data consists of a version byte, nonce, tag and ciphertext. The label is
 * authenticated, so that sealed data cannot be moved to another account or session.
 */
export function createSeal({ secret, previousSecrets = [] }: SealingSecrets, purpose: SealPurpose): Seal {
  // Derived at first use: most servers seal nothing, and a derivation takes about 50 ms of one core.
  const current = onceSuccessful(() => deriveKey(secret, purpose))
  const previous = previousSecrets.map((each) => onceSuccessful(() => deriveKey(each, purpose)))

  async function seal(data: Uint8Array, label: readonly string[]): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', await current(), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(labelBytes(label))
    const ciphertext = [cipher.update(data), cipher.final()]
    return Buffer.concat([Uint8Array.of(VERSION.byte), nonce, cipher.getAuthTag(), ...ciphertext])
  }

  async function openWithAny(sealed: Uint8Array, label: readonly string[]) {
    assertForm(sealed)
    for (const key of [current, ...previous]) {
      const data = decrypt(await key(), sealed.subarray(1), label)
      if (data) return { data, isCurrent: key === current }
    }
    throw new SealError('it was sealed with another secret, or it was changed')
  }

  return {
    seal,
    open: async (sealed, label) => (await openWithAny(sealed, label)).data,
    async reseal(sealed, label) {
      const { data, isCurrent } = await openWithAny(sealed, label)
      return isCurrent ? undefined : await seal(data, label)
    },
  }
}

function decrypt(key: Buffer, bytes: Uint8Array, label: readonly string[]): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(labelBytes(label))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const start = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * scrypt, because an operator's secret may be a passphrase. The salt depends on the purpose alone: an installation has
 * one secret, and a random salt would repeat the derivation at every opening.
 */
function deriveKey(secret: string, purpose: SealPurpose): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N: 2 ** 14, r: 8, p: 1 }
    scrypt(secret, `pleat sealed ${purpose} v1`, 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function labelBytes(label: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION.name, ...label]))
}

function assertForm(sealed: Uint8Array): void {
  if (sealed[0] !== VERSION.byte) throw new SealError('its format is unknown to this version of Pleat')
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SealError('it is damaged')
}
