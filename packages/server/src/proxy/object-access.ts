import type { IncomingMessage } from 'node:http'
import type { Provider } from '../config/providers.ts'
import { ServiceError } from '../errors.ts'
import { decoderFor, encodingOfBody } from '../gate/decode-body.ts'
import type { Caller } from '../gate/key-port.ts'
import { isOperator } from '../gate/operator-account.ts'
import { pathOf, shownPath } from '../gate/request-target.ts'
import { type BodyInspector, hasBody } from '../gate/streamed-body.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { type Collection, findObjectUse, type ObjectUse } from '../provider-apis/stored-objects.ts'
import type { Exchange } from './exchange.ts'
import { inspectDecoded, inspectReferences } from './object-references.ts'
import type { SharedObjects } from './shared-objects.ts'

/** The use of objects under the server's key by one request, and the checks that remain. */
export interface ObjectAccess {
  /** The list whose objects are filtered. */
  readonly list: Collection | undefined
  /** Fields of the response that name objects of the caller. */
  readonly claims: readonly string[]
  /** The object that no longer exists when the provider confirms the deletion. */
  readonly removes: string | undefined
  /** Opens an inspector that finds objects of other accounts in the request's body, for each time that it is read. */
  readonly openInspector: (() => BodyInspector) | undefined
}

const NOTHING_TO_DO: ObjectAccess = { list: undefined, claims: [], removes: undefined, openInspector: undefined }

/** A fixed word of the API in a path. Every other segment may be an id. */
const WORD = /^[a-z_]+$/

/**
 * Refuses access to objects of other accounts that share the server's key. `maxBytes`: longest decoded body.
 * @throws {ServiceError} not_found in the provider's wording, unknown_path, unsupported_media_type
 */
export async function openObjectAccess(
  sharedObjects: SharedObjects,
  { request }: Exchange,
  { caller, route, maxBytes }: { caller: Caller; route: ProxyRoute; maxBytes: number },
): Promise<ObjectAccess> {
  const { provider } = route.api
  const access = await accessByPath(sharedObjects, request, { caller, provider })
  // These bodies contain files and no references.
  const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '')
  if (isForm || !hasBody(request) || !(await sharedObjects.mayMeetForeign(caller))) return access
  const encoding = encodingOfBody(request.headers['content-encoding'])
  const openPlain = () => inspectReferences((ids) => sharedObjects.isForeign(caller, provider, ids))
  if (encoding === 'identity') return { ...access, openInspector: openPlain }
  const openDecoder = (beginning: Buffer) => decoderFor(encoding, beginning)
  return { ...access, openInspector: () => inspectDecoded(openDecoder, openPlain(), { maxBytes }) }
}

async function accessByPath(
  sharedObjects: SharedObjects,
  request: IncomingMessage,
  { caller, provider }: { caller: Caller; provider: Provider },
): Promise<ObjectAccess> {
  const path = pathOf(request.url)
  const use = findObjectUse(provider, request.method!, path)
  switch (use.kind) {
    case 'account':
      if (!isOperator(caller)) throw needsOwnKey(path)
      return NOTHING_TO_DO
    case 'create':
      return { ...NOTHING_TO_DO, claims: use.fields }
    case 'list':
      return (await sharedObjects.mayHoldForeign(caller)) ? { ...NOTHING_TO_DO, list: use.collection } : NOTHING_TO_DO
    case 'object':
      return await accessObject(sharedObjects, { caller, provider, use, method: request.method! })
    case 'other': {
      const ids = use.segments.filter((segment) => !WORD.test(segment))
      if (await sharedObjects.isForeign(caller, provider, ids)) throw new ServiceError('not_found')
      return NOTHING_TO_DO
    }
  }
}

async function accessObject(
  sharedObjects: SharedObjects,
  asked: { caller: Caller; provider: Provider; use: ObjectUse & { kind: 'object' }; method: string },
): Promise<ObjectAccess> {
  const { caller, provider, use, method } = asked
  const usable = await sharedObjects.usable(caller, provider, [use.id])
  if (!usable.has(use.id)) throw new ServiceError('not_found', { message: use.collection.notFound(shownPath(use.id)) })
  const removes = method === 'DELETE' && use.isWhole ? use.id : undefined
  return { ...NOTHING_TO_DO, claims: use.collection.fields, removes }
}

function needsOwnKey(path: string): ServiceError {
  return new ServiceError('unknown_path', {
    message: `${shownPath(path)} is about the provider's account as a whole. It is open to accounts with their own provider key.`,
  })
}
