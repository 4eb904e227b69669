/** Bytes from which a buffer has its own memory mapping. */
export const LARGE_BYTES = 4 * 1024 * 1024

/**
 * An uninitialised buffer for a body. A large one is a resizable array buffer, whose memory V8 maps itself: it returns to
 * the system as soon as it is freed. The allocator of the C library keeps freed memory of such sizes for later,
 * several hundred megabytes of it after a few dozen large bodies.
 */
export function bodyBuffer(length: number): Buffer {
  if (length < LARGE_BYTES) return Buffer.allocUnsafeSlow(length)
  return Buffer.from(new ArrayBuffer(length, { maxByteLength: length }), 0, length)
}

/** A copy that can be transferred to another thread; undefined if the system refuses the memory. */
export function copyBody(body: Buffer): Buffer | undefined {
  try {
    const copy = bodyBuffer(body.length)
    body.copy(copy)
    return copy
  } catch {
    return undefined
  }
}

/** The bytes of `text` in their own memory, so that they can be transferred to another thread without a copy. */
export function ownedBytes(text: string): Buffer {
  const bytes = bodyBuffer(Buffer.byteLength(text, 'utf8'))
  bytes.write(text, 'utf8')
  return bytes
}
