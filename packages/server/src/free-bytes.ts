/**
 * Frees the memory of `bytes` at once; they must not be read any more. Unfreed buffers cause earlier garbage collections,
 * which take longer the more sessions are in memory.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  // Only if no other view shares the memory. An empty buffer has none, or was freed before.
  if (byteLength > 0 && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength)
    buffer.transferToFixedLength(0)
}
