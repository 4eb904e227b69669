import type { Provider } from '../config/providers.ts'

/** A member of a response that contains an address. SDKs request this address next, with the key of the client. */
export interface FollowedAddress {
  /** The member's name. */
  readonly member: string
  /** Path and query of the same resource at this server, from the member's value; undefined for any other address. */
  pathHere(value: string): string | undefined
}

/** Paths whose responses describe batches: the list, one batch, and its cancellation. Results are not JSON. */
const DESCRIBES_BATCHES = /^\/v1\/messages\/batches(?:\/[\w-]+(?:\/cancel)?)?$/
const RESULTS_OF_BATCH = /\/v1\/messages\/batches\/[\w-]+\/results$/

/** SDKs read results from the address in the description of a batch, and not from a path that they know. */
const RESULTS: FollowedAddress = {
  member: 'results_url',
  pathHere(value) {
    if (!URL.canParse(value, 'http://relative')) return undefined
    const { pathname, search } = new URL(value, 'http://relative')
    const path = RESULTS_OF_BATCH.exec(pathname)?.[0]
    return path && path + search
  },
}

/** The member of the responses of `path` whose address must lead back to this server; undefined for other paths. */
export function followedAddress(provider: Provider, path: string): FollowedAddress | undefined {
  return provider === 'anthropic' && DESCRIBES_BATCHES.test(path) ? RESULTS : undefined
}
