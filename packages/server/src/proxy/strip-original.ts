import type { WireFormat } from '@pleat/core'
import type { Compression } from '../compression/compression-port.ts'

/**
 * Returns the original without its thinking, for a provider that refused it because signatures are bound to the bytes that
 * were sent earlier. Undefined if it contains no thinking, or if the compression still has no result.
 */
export async function stripOriginal(
  compression: Compression,
  { accountId, format, original }: { accountId: string; format: WireFormat; original: Buffer },
): Promise<Buffer | undefined> {
  const reading = await compression.read(original, { accountId, affinity: '', format })
  const prepared = await reading.prepare({ fold: null, disabled: undefined, wantsStripped: true })
  reading.release({ cloud: undefined })
  return prepared.stripped
}
