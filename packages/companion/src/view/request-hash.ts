import { createHash } from 'node:crypto'
import type { ViewRequest } from './view.ts'

/** Hash of the messages and settings of a request. */
export function requestHashOf({ messages, mode, sessionId, model }: ViewRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([sessionId, mode, model, messages]))
    .digest('hex')
}
