import type { Prepared } from './compression-port.ts'

/** What a request that is sent unchanged has of a rewrite. */
export const NOTHING_PREPARED: Omit<Prepared, 'outcome' | 'rawTokens' | 'isComplete'> = {
  body: undefined,
  stripped: undefined,
  savedTokens: 0,
  isDisabled: false,
  hasMoved: false,
  cache: undefined,
}
