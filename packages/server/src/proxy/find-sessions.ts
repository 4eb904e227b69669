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

/** A stored hash, or its first six or more characters. */
const START_OF_HASH = /^[\w-]{6,22}$/
/** Largest number of results. A person cannot distinguish more of them. */
const MAX_FOUND = 20

/**
 * Finds the stored sessions that an operator may mean by `id`. It can be one of these:
 * - an id that a client sent or received, which is hashed as on arrival
 * - a stored hash or the start of one, as lists and logs show it
 * Searches one account, or all of them.
 */
export async function findSessions(
  { store, hash }: { readonly store: SearchedStores; readonly hash: Hash },
  { id, accountName }: { readonly id: string; readonly accountName?: string | undefined },
): Promise<readonly ListedSession[]> {
  const accounts = (await store.keys.listAccounts()).filter(({ name }) => name === (accountName ?? name))
  const idHashes = accounts.flatMap((account) =>
    SESSION_SOURCES.map((source) => sessionHash(hash, account.id, { source, id })),
  )
  const named = await store.sessions.findAny({ idHashes, accountName, limit: MAX_FOUND })
  if (named.length > 0 || !START_OF_HASH.test(id)) return named
  return await store.sessions.findAny({ idHashes: [], start: id, accountName, limit: MAX_FOUND })
}
