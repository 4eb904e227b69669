import type { ConversationFacts, OpaqueFacts, Reading } from '../compression/compression-port.ts'
import type { InlineReader } from '../compression/inline-reader.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from '../gate/key-port.ts'
import { findSignal } from '../gate/session-id.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import type { Exchange } from './exchange.ts'
import { unreadModel } from './unread-model.ts'

/** A body that was read and is valid. Its `reading.release` must be called. */
export interface OpenConversation {
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
}

/**
 * Reads the body. Short bodies that are not folded are read here, all others in a compression thread.
 * @throws {ServiceError} invalid_json, invalid_request: bodies that no provider could read
 */
export async function readConversation(
  inlineReader: InlineReader,
  exchange: Exchange,
  {
    caller,
    route,
    original,
    bypassOf,
  }: {
    readonly caller: Caller
    readonly route: FoldedRoute
    readonly original: Buffer
    /** Returns the reason why a request is not folded; undefined if it may be folded. */
    readonly bypassOf: (facts: ConversationFacts) => string | undefined
  },
): Promise<OpenConversation> {
  const { headers } = exchange.request
  const source = {
    accountId: caller.accountId,
    affinity: () => findSignal(headers, [])?.id ?? '',
    format: route.format,
  }
  const staysHere = (facts: ConversationFacts) =>
    bypassOf(facts) !== undefined && !(facts.refusesLostThinking && facts.turn > 1)
  const reading = await inlineReader.read(original, source, staysHere)
  const { facts } = reading
  if (facts.kind === 'opaque' && facts.model === '') {
    return { reading, facts: { ...facts, model: await unreadModel(original) } }
  }
  if (facts.kind !== 'invalid') return { reading, facts }
  reading.release({ cloud: undefined })
  if (facts.field === undefined) throw new ServiceError('invalid_json', { message: facts.message })
  throw new ServiceError('invalid_request', { message: facts.message, parameter: facts.field })
}
