/**
 * Frees the memory of `bytes` at once; nobody may read them any more. Buffers that wait for the garbage collector make it run
 * sooner, and a run takes longer the more sessions are in memory.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  // Only where no other view shares the memory.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transferToFixedLength(0)
}
