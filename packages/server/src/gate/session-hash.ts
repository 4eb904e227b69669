import type { Hash } from '@pleat/core'
import type { SessionSignal } from './session-id.ts'

/** Under what a session is stored: the id itself is the client's affair, and the same id of two accounts is two sessions. */
export function sessionHash(hash: Hash, accountId: string, { source, id }: SessionSignal): string {
  return hash(JSON.stringify([accountId, source, id]))
}
