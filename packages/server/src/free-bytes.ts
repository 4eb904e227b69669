/**
 * Gives the memory of `bytes` back at once; nobody may read them any more. Buffers that wait for the collector bring its
 * next run forward, and that takes longer the more sessions are in memory.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  // Nobody else can see into a buffer that these bytes take up alone.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transferToFixedLength(0)
}
