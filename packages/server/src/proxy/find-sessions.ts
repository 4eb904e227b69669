import type { Hash } from '@pleat/core'
import type { KeyStore } from '../gate/key-port.ts'
import { sessionHash } from '../gate/session-hash.ts'
import { SESSION_SOURCES } from '../gate/session-id.ts'
import type { ListedSession, SessionStore } from './session-port.ts'

/** The stores that a search reads. */
interface SearchedStores {
  readonly keys: Pick<KeyStore, 'listAccounts'>
  readonly sessions: Pick<SessionStore, 'findAny'>
}

/** What a stored hash starts with, long enough not to be a word. */
const START_OF_HASH = /^[\w-]{6,22}$/
/** More are not told apart by looking at them. */
const MOST_FOUND = 20

/**
 * The stored sessions that an operator can mean by `id`: an id as a client sends it or was given it, hashed as it was when
 * it came; else a stored hash or the start of one, as in lists and logs. Of one account, or of all.
 */
export async function findSessions(
  { store, hash }: { readonly store: SearchedStores; readonly hash: Hash },
  { id, accountName }: { readonly id: string; readonly accountName?: string | undefined },
): Promise<readonly ListedSession[]> {
  const accounts = (await store.keys.listAccounts()).filter(({ name }) => name === (accountName ?? name))
  const idHashes = accounts.flatMap((account) =>
    SESSION_SOURCES.map((source) => sessionHash(hash, account.id, { source, id })),
  )
  const named = await store.sessions.findAny({ idHashes, accountName, limit: MOST_FOUND })
  if (named.length > 0 || !START_OF_HASH.test(id)) return named
  return await store.sessions.findAny({ idHashes: [], start: id, accountName, limit: MOST_FOUND })
}
