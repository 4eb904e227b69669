const POLYNOMIAL = 0xedb88320

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** The CRC-32 of `bytes`, as a signed number. It detects every flipped bit, but is not a signature. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (let at = 0; at < bytes.length; at++) crc = TABLE[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc
}
