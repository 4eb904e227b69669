/** Typed arrays in memory that threads can share, where the platform has such memory. */

export function sharedInts(length: number): Int32Array<ArrayBufferLike> {
  return new Int32Array(memoryOf(length * Int32Array.BYTES_PER_ELEMENT))
}

/** A copy of `bytes`. */
export function sharedBytes(bytes: Uint8Array): Uint8Array<ArrayBufferLike> {
  const shared = new Uint8Array(memoryOf(bytes.length))
  shared.set(bytes)
  return shared
}

function memoryOf(bytes: number): ArrayBufferLike {
  // Pages without cross-origin isolation have none.
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes)
}
