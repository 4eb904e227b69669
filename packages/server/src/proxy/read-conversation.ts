import type { InlineReader } from '../compression/inline-reader.ts'
import type { ConversationFacts, OpaqueFacts, Reading } from '../compression-port.ts'
import { ServiceError } from '../errors.ts'
import { findSignal } from '../gate/session-id.ts'
import type { Caller } from '../ports.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { type Soon, whenThere } from '../soon.ts'
import type { Exchange } from './exchange.ts'
import { isSentUnchanged } from './prepare-rewrite.ts'

/** A body that was read and is valid; `reading.release` has to be called. */
export interface OpenConversation {
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
}

/**
 * Reads the body: a short one that stays unfolded here, every other one in the compression.
 * @throws {ServiceError} invalid_json, invalid_request: what no provider could read either
 */
export function readConversation(
  inlineReader: InlineReader,
  exchange: Exchange,
  { caller, route, original }: { caller: Caller; route: FoldedRoute; original: Buffer },
): Soon<OpenConversation> {
  const { headers } = exchange.request
  const source = {
    accountId: caller.accountId,
    affinity: () => findSignal(headers, [])?.id ?? '',
    format: route.format,
  }
  const staysHere = (facts: ConversationFacts) =>
    isSentUnchanged(exchange, facts) && !(facts.refusesLostThinking && facts.turn > 1)
  return whenThere(inlineReader.read(original, source, staysHere), requireValid)
}

function requireValid(reading: Reading): OpenConversation {
  const { facts } = reading
  if (facts.kind !== 'invalid') return { reading, facts }
  reading.release({ cloud: undefined })
  if (facts.field === undefined) throw new ServiceError('invalid_json', { message: facts.message })
  throw new ServiceError('invalid_request', { message: facts.message, parameter: facts.field })
}
