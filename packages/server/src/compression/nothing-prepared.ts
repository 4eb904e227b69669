import type { Prepared } from './compression-port.ts'

/** The result for a request that is sent unchanged. */
export const NOTHING_PREPARED: Omit<Prepared, 'outcome' | 'rawTokens' | 'isComplete'> = {
  body: undefined,
  stripped: undefined,
  savedTokens: 0,
  isDisabled: false,
  hasMoved: false,
  cache: undefined,
}
