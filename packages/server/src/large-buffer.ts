/** From this size on a buffer has a mapping of its own. */
const LARGE_BYTES = 4 * 1024 * 1024

/**
 * A buffer for a body, not filled. A large one is a resizable array buffer, whose memory V8 maps by itself: it goes back
 * to the system the moment that it is freed. The allocator of the C library keeps freed memory of such sizes for later,
 * several hundred megabytes of it after a few dozen large bodies.
 */
export function bodyBuffer(length: number): Buffer {
  if (length < LARGE_BYTES) return Buffer.allocUnsafeSlow(length)
  return Buffer.from(new ArrayBuffer(length, { maxByteLength: length }), 0, length)
}
