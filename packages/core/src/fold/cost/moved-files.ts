import type { Source } from '../source.ts'
import { isFree } from './cost-state.ts'
import { unmovedUntil } from './request-tokens.ts'

/**
 * True if a change of the request from message `from` on moves a file whose tokens are unknown. A PDF may have fifty times the
 * estimate, and the provider would write all of it to its cache again.
 */
export function movesFile({ transcript, state }: Source, from: number): boolean {
  if (isFree(state) || state.cache.isCold || state.cache.isUncached) return false
  for (let index = unmovedUntil(state, from); index < state.keys.length; index++) {
    if (transcript.hasUncountedFile(index)) return true
  }
  return false
}
