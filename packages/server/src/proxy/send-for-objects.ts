import type { Caller } from '../gate/key-port.ts'
import type { StreamedBody } from '../gate/streamed-body.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import type { Exchange } from './exchange.ts'
import { type Forwarding, PASSED_ON } from './forward.ts'
import { headerValue } from './headers.ts'
import { type ListDeps, listObjects } from './list-objects.ts'
import type { ObjectAccess } from './object-access.ts'
import { idsIn, parseAnswer, watchFirstEvent } from './object-fields.ts'
import { peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Longest response that is searched for objects. Longer ones are relayed unread. */
const MAX_OBJECT_BYTES = 1024 * 1024

interface ObjectRequest {
  readonly caller: Caller
  readonly route: ProxyRoute
  readonly forwarding: Forwarding
  readonly access: ObjectAccess
  readonly body: Buffer | StreamedBody | undefined
}

/** A response to relay, and an observer of its bytes. */
interface ObjectAnswer {
  readonly answer: UpstreamAnswer
  readonly observe: ((chunk: Buffer) => void) | undefined
}

/** Sends a request under the server's key, and records the owners of the objects in its response. */
export async function sendForObjects(
  deps: ListDeps,
  exchange: Exchange,
  request: ObjectRequest,
): Promise<ObjectAnswer> {
  const { caller, route, forwarding, access, body } = request
  if (access.list) {
    return { answer: await listObjects(deps, exchange, { ...request, collection: access.list }), observe: undefined }
  }
  if (access.claims.length === 0 && access.removes === undefined) {
    return { answer: await forwarding.send(body, PASSED_ON), observe: undefined }
  }
  const answer = await forwarding.send(body, { ...PASSED_ON, isPlain: access.claims.length > 0 })
  if (answer.status >= 300) return { answer, observe: undefined }
  const { sharedObjects } = deps
  const { provider } = route.api
  if (access.removes !== undefined) await sharedObjects.forget(caller, provider, access.removes)
  if (access.claims.length === 0) return { answer, observe: undefined }
  const type = headerValue(answer.headers, 'content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type)) {
    const claim = (ids: string[]) => void sharedObjects.claim(caller, provider, ids)
    return { answer, observe: watchFirstEvent(access.claims, claim) }
  }
  if (!/^application\/json\b/i.test(type)) return { answer, observe: undefined }
  const peeked = await peekAnswer(answer, MAX_OBJECT_BYTES)
  await sharedObjects.claim(caller, provider, idsIn(parseAnswer(peeked.body), access.claims))
  return { answer: peeked, observe: undefined }
}
