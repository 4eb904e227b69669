import type { Provider } from '../config/providers.ts'

/** A member of an answer whose address a client of the provider asks next, with the key that it has. */
export interface FollowedAddress {
  /** The member's name. */
  readonly member: string
  /** The path and query below which the same is found here, for a value of the member; undefined where it leads elsewhere. */
  pathHere(value: string): string | undefined
}

/** Batches themselves, and what is done with one of them: of all these the answer describes a batch. Results are no JSON. */
const DESCRIBES_BATCHES = /^\/v1\/messages\/batches(?:\/[\w-]+(?:\/cancel)?)?$/
const RESULTS_OF_BATCH = /\/v1\/messages\/batches\/[\w-]+\/results$/

/** The SDKs read results from the address in the batch and not from a path of their own. */
const RESULTS: FollowedAddress = {
  member: 'results_url',
  pathHere(value) {
    if (!URL.canParse(value, 'http://relative')) return undefined
    const { pathname, search } = new URL(value, 'http://relative')
    const path = RESULTS_OF_BATCH.exec(pathname)?.[0]
    return path && path + search
  },
}

/** The address in answers of `path` that has to lead back to this server; undefined for all other paths. */
export function followedAddress(provider: Provider, path: string): FollowedAddress | undefined {
  return provider === 'anthropic' && DESCRIBES_BATCHES.test(path) ? RESULTS : undefined
}
