import { type Seal, SealError } from './seal.ts'

/** What a sealed text begins with; in its bytes the version is the first byte. */
const PREFIX = 'v1:'
const VERSION_BYTE = 1

/** Seals a text as printable characters: `v1:` and base64url. */
export async function sealText(seal: Seal, text: string, label: readonly string[]): Promise<string> {
  return toText(await seal.seal(Buffer.from(text, 'utf8'), label))
}

/** @throws {SealError} when it does not open, or is spelled differently from what `sealText` writes. */
export async function openText(seal: Seal, sealed: string, label: readonly string[]): Promise<string> {
  return (await seal.open(toBytes(sealed), label)).toString('utf8')
}

/**
 * The text sealed with the current secret; undefined when it is already.
 * @throws {SealError} when it does not open.
 */
export async function resealText(seal: Seal, sealed: string, label: readonly string[]): Promise<string | undefined> {
  const resealed = await seal.reseal(toBytes(sealed), label)
  return resealed && toText(resealed)
}

function toText(sealed: Buffer): string {
  return `${PREFIX}${sealed.subarray(1).toString('base64url')}`
}

function toBytes(sealed: string): Buffer {
  if (!sealed.startsWith(PREFIX)) throw new SealError('it was sealed in a form that this version does not know')
  const encoded = sealed.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64url')
  // Decoding is lenient; only the one spelling that sealing writes is taken.
  if (bytes.toString('base64url') !== encoded) throw new SealError('it is damaged')
  return Buffer.concat([Uint8Array.of(VERSION_BYTE), bytes])
}
