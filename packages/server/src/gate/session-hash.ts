import type { Hash } from '@pleat/core'
import type { SessionSignal } from './session-id.ts'

/** The hash under which a session is stored. It includes the account: one id in two accounts names two sessions. */
export function sessionHash(hash: Hash, accountId: string, { source, id }: SessionSignal): string {
  return hash(JSON.stringify([accountId, source, id]))
}
