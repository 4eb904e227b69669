import { isUtf8 } from 'node:buffer'
import type { Prepared, Reading } from '../../compression/compression-port.ts'
import { guessTokens } from '../../compression/guess-tokens.ts'
import { NOTHING_PREPARED } from '../../compression/nothing-prepared.ts'

/**
 * A body that is sent without having been read. It has to be in UTF-8: a check for the names of fields would find none in
 * UTF-16, which some providers read too.
 */
export function unreadBody(reason: string, body: Buffer): Reading {
  const isJson = isUtf8(body) && !body.includes(0)
  return {
    facts: isJson
      ? { kind: 'opaque', reason, model: '' }
      : { kind: 'invalid', field: undefined, message: 'The request body is not valid JSON in UTF-8.' },
    prepare: async () => unprepared(reason, body.length),
    release() {},
  }
}

/** The result for a body of `bytes` that is sent unchanged. */
export function unprepared(outcome: string, bytes: number): Prepared {
  return { ...NOTHING_PREPARED, outcome, rawTokens: guessTokens(bytes), isComplete: false }
}
