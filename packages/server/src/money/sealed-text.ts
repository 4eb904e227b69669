import { type Seal, SealError } from './seal.ts'

/** Start of a sealed text. In its binary form, the version is the first byte. */
const PREFIX = 'v1:'
const VERSION_BYTE = 1

/** Seals a text as printable characters: `v1:` and base64url. */
export async function sealText(seal: Seal, text: string, label: readonly string[]): Promise<string> {
  return toText(await seal.seal(Buffer.from(text, 'utf8'), label))
}

/**
 * The text that `sealText` sealed.
 * @throws {SealError} when it does not open, or differs in spelling from the output of `sealText`.
 */
export async function openText(seal: Seal, sealed: string, label: readonly string[]): Promise<string> {
  return (await seal.open(toBytes(sealed), label)).toString('utf8')
}

/**
 * The text sealed with the current secret; undefined if it already is.
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
  if (!sealed.startsWith(PREFIX)) throw new SealError('its format is unknown to this version of Pleat')
  const encoded = sealed.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64url')
  // Base64 decoding is lenient. Only the spelling that `toText` writes is accepted.
  if (bytes.toString('base64url') !== encoded) throw new SealError('it is damaged')
  return Buffer.concat([Uint8Array.of(VERSION_BYTE), bytes])
}
