import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

/** Encrypts short texts so that each opens only with the same secret and under the same label. */
export interface Seal {
  seal(text: string, label: readonly string[]): Promise<string>
  /** @throws {SealError} when the secret or the label is another one, or when what was sealed has been changed. */
  open(sealed: string, label: readonly string[]): Promise<string>
}

/** Something sealed cannot be opened. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a fresh nonce for each text, as `v1:` and base64url of nonce, tag and ciphertext. The label is
 * authenticated with it, so something sealed cannot be moved to where another label stands.
 */
export function createSeal(secret: string): Seal {
  let derived: Promise<Buffer> | undefined
  // Derived at the first use: most servers seal nothing, and this takes some 50 ms of one core.
  const key = () => {
    derived ??= deriveKey(secret)
    return derived
  }
  return {
    async seal(text, label) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', await key(), nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(labelBytes(label))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}:${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
    },
    async open(sealed, label) {
      const bytes = sealedBytes(sealed)
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', await key(), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(labelBytes(label))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const start = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([start, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SealError('it was sealed with another secret, or changed since', { cause })
      }
    },
  }
}

/**
 * scrypt, since an operator's secret may be a phrase. The salt is fixed: there is one secret for each installation, and
 * a salt of its own for each text would cost the derivation again at every opening.
 */
function deriveKey(secret: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N: 2 ** 14, r: 8, p: 1 }
    scrypt(secret, 'pleat sealed credentials v1', 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function labelBytes(label: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...label]))
}

function sealedBytes(sealed: string): Buffer {
  const [version, encoded = ''] = sealed.split(':', 2)
  if (version !== VERSION) throw new SealError('it was sealed in a form that this version does not know')
  const bytes = Buffer.from(encoded, 'base64url')
  // Decoding is lenient; only the one spelling that sealing writes is taken.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed.slice(VERSION.length + 1)) {
    throw new SealError('it is damaged')
  }
  return bytes
}
