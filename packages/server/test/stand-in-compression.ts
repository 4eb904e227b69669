import type { Compression, Prepared } from '../src/compression/compression-port.ts'
import { NOTHING_PREPARED } from '../src/compression/nothing-prepared.ts'

/**
 * A compression that cannot read any body: the facts are opaque with the reason `outcome`, and nothing is folded.
 * `prepare` returns the token count, and resolves when the test chooses.
 */
export function standInCompression(
  outcome: string,
  prepare: () => Promise<{ rawTokens: number; isComplete: boolean }>,
): Compression {
  return {
    read: async () => ({
      facts: { kind: 'opaque', reason: outcome, model: '' },
      prepare: async (): Promise<Prepared> => ({ ...NOTHING_PREPARED, outcome, ...(await prepare()) }),
      release() {},
    }),
    warmUp: async () => {},
    flush: async () => {},
    close: async () => {},
  }
}
