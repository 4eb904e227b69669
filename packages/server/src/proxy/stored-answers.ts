import type { Transform } from 'node:stream'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import { inspectInSteps, stepsOf } from '../gate/body-steps.ts'
import type { Caller } from '../gate/key-port.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { MAX_FIELD_CHARACTERS, REFERENCE_FIELD } from '../provider-apis/stored-objects.ts'
import { headerValue } from './headers.ts'
import { inspectReferences } from './object-references.ts'
import { decoderOf, type OpenDecoder } from './receipt.ts'
import type { SharedObjects } from './shared-objects.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Time for which providers keep responses: 90 days. An expired one can no longer be requested. */
const LIFETIME_MS = 90 * 24 * 60 * 60_000

/** The id of a response is the first id in it, also in a stream. */
const FIRST_ID = /"id"\s*:\s*"([\w-]{1,200})"/
const MAX_CHARACTERS = 8 * 1024

interface FoldedRequest {
  readonly caller: Caller
  readonly route: FoldedRoute
}

/**
 * Refuses a conversation that refers to an object of another account, if the request uses the server's key.
 * @throws {ServiceError} not_found, busy, invalid_request
 */
export async function requireOwnReferences(
  sharedObjects: SharedObjects,
  { caller, route, original }: FoldedRequest & { readonly original: Buffer },
): Promise<void> {
  if (!(await sharedObjects.mayMeetForeign(caller))) return
  if (!(await hasReferenceField(original))) return
  const inspector = inspectReferences((ids) => sharedObjects.isForeign(caller, route.api.provider, ids))
  await inspectInSteps(original, inspector)
}

async function hasReferenceField(body: Buffer): Promise<boolean> {
  let carried = ''
  for await (const part of stepsOf(body)) {
    // Each byte becomes one character: the names are ASCII, and no other character contains an ASCII byte.
    const text = carried + part.toString('latin1')
    if (REFERENCE_FIELD.test(text)) return true
    carried = text.slice(1 - MAX_FIELD_CHARACTERS)
  }
  return false
}

/** Records the owner of a response that the provider stores under the server's key. Undefined if it stores none. */
export function watchStoredAnswer(
  sharedObjects: SharedObjects,
  { caller, route, facts }: FoldedRequest & { readonly facts: ConversationFacts | OpaqueFacts },
  answer: UpstreamAnswer,
): ((chunk: Buffer) => void) | undefined {
  if (answer.status >= 300 || !mayStoreAnswer(route, facts)) return undefined
  const find = watchFirstId((id) => void sharedObjects.claim(caller, route.api.provider, [id], LIFETIME_MS))
  const openDecoder = decoderOf(headerValue(answer.headers, 'content-encoding'))
  if (openDecoder === 'identity') return find
  return openDecoder && decodeFor(find, openDecoder)
}

/** Passes the decoded bytes to `find` until it returns true. */
function decodeFor(find: (chunk: Buffer) => boolean, openDecoder: OpenDecoder): (chunk: Buffer) => void {
  let decoder: Transform | undefined
  const openFor = (beginning: Buffer): Transform => {
    const opened = openDecoder(beginning)
    return opened
      .on('error', () => {})
      .on('data', (chunk) => {
        if (find(chunk)) opened.destroy()
      })
  }
  return (chunk) => {
    decoder ??= openFor(chunk)
    if (!decoder.destroyed) decoder.write(chunk)
  }
}

/** Also true for a body that could not be read, because it may ask for a stored response. */
function mayStoreAnswer({ format }: FoldedRoute, facts: ConversationFacts | OpaqueFacts): boolean {
  return facts.kind === 'conversation' ? facts.storesAnswer : format !== 'anthropic-messages'
}

/** The returned function is true from the end of the search on. */
function watchFirstId(found: (id: string) => void): (chunk: Buffer) => boolean {
  let text = ''
  let isOver = false
  return (chunk) => {
    if (isOver) return true
    text += chunk.toString('latin1', 0, MAX_CHARACTERS)
    const id = FIRST_ID.exec(text)?.[1]
    if (id === undefined && text.length < MAX_CHARACTERS) return false
    isOver = true
    text = ''
    if (id !== undefined) found(id)
    return true
  }
}
