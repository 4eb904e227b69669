import { createHash } from 'node:crypto'
import type { ViewRequest } from './view.ts'

/** The same for two requests with the same messages and settings. */
export function requestHashOf({ messages, mode, sessionId, model }: ViewRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([sessionId, mode, model, messages]))
    .digest('hex')
}
