import { checkCredentials, STAND_IN_KEYS } from './credentials.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { type Family, Refusal, refusalBody } from './refusal.ts'
import { createResourceStore, type ResourceAnswer, type ResourceRequest } from './resource-store.ts'
import { singleAnswerFor } from './single-answers.ts'
import type { WireAnswer } from './write-answer.ts'

/** Endpoints of both APIs other than conversations: files, batches, embeddings and others. */
export interface Resources {
  /** Undefined for all other paths, such as those of conversations. */
  answer(request: RecordedRequest): Promise<WireAnswer | undefined>
}

/** An account without objects at both providers. */
export function createResources(keys: Readonly<Record<Family, string>> = STAND_IN_KEYS): Resources {
  const store = createResourceStore()
  return {
    async answer(recorded) {
      const family: Family = recorded.headers['anthropic-version'] === undefined ? 'openai' : 'anthropic'
      const url = new URL(recorded.path, 'http://stand-in')
      const request: ResourceRequest = { ...recorded, family, query: url.searchParams, steps: stepsOf(url.pathname) }
      try {
        const answer = singleAnswerFor(request) ?? store.answerFor(request)
        if (!answer) return undefined
        checkCredentials(family, recorded.headers, keys)
        return toWire(await answer())
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        recorded.refusal = thrown.message
        const body = Buffer.from(refusalBody(family, thrown, 'req_resource'))
        return { status: thrown.status, headers: { 'content-type': 'application/json' }, chunks: [body] }
      }
    },
  }
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').slice(2).map(decodeURIComponent)
}

/** Adds a CORS header, which Pleat must not pass on, since it decides about CORS itself. */
function toWire({ status = 200, type = 'application/json', body }: ResourceAnswer): WireAnswer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return {
    status,
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      'x-request-id': 'req_resource',
      'access-control-allow-origin': '*',
    },
    chunks: [bytes],
  }
}
