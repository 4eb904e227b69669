import { CHARACTER_BYTES, MAP_ENTRY_BYTES, MESSAGE_BYTES, TEXT_BYTES, textBytes } from '../memory.ts'
import { sizeOfFigures } from './digest-figures.ts'
import { HeldTerms } from './held.ts'
import type { Priced } from './ledger-price.ts'

/** The frozen, abridged text of one fold. */
export interface Digest {
  /** Empty if the context window of the model leaves no room for any line. */
  readonly text: string
  /** Messages before this index are in this digest or in an earlier one. */
  readonly to: number
  readonly tokens: number
}

/** A digest of tool traffic that will be abridged once more, with the entries that it added to the state. */
export interface RecentDigest {
  /** Index of the first message that it replaces. */
  readonly from: number
  /** Tokens of the messages that it replaces. */
  readonly span: number
  readonly listed: readonly (readonly [number, number])[]
  readonly held: LedgerTerms
}

/** Terms in the items of a ledger, including repetitions: of the user's items, and of all others. */
export interface LedgerTerms {
  readonly user: readonly number[]
  readonly others: readonly number[]
}

/** The digests, and the text that waits for the next one. */
export class DigestState {
  readonly digests: Digest[] = []
  digestTokens = 0
  /** Messages that were offered and of which no digest contains anything, oldest first. They are offered again. */
  backlog: readonly number[] = []
  /** The newest digests, oldest first. They are abridged once more when they are older. */
  recentDigests: RecentDigest[] = []
  /** Messages whose lines are all in digests. */
  readonly whole = new Set<number>()
  /** The number of times that digests contain a term. */
  readonly held = new HeldTerms()
  /** The items and fields that ledgers list. See `Listed`. */
  readonly listed = new Map<number, number>()
  /** Ledger items without room so far. */
  waiting: Priced[] = []
}

/** A copy of the fields that `settleRecent` changes. */
export function digestsOf(state: DigestState) {
  const { digests, digestTokens, recentDigests, held, listed, waiting } = state
  return {
    digests: [...digests],
    digestTokens,
    recentDigests: [...recentDigests],
    held: { all: new Map(held.all), byUser: new Map(held.byUser) },
    listed: new Map(listed),
    waiting,
  }
}

/** Appends a digest. */
export function addDigest(state: DigestState, digest: Digest): void {
  state.digests.push(digest)
  state.digestTokens += digest.tokens
}

/** Estimated bytes that the digests keep alive. */
export function sizeOfDigests({ digests, held, listed, whole, backlog, recentDigests, waiting }: DigestState): number {
  let bytes = textBytes(digests)
  for (const digest of digests) bytes += sizeOfFigures(digest)
  bytes += MAP_ENTRY_BYTES * (held.all.size + held.byUser.size + listed.size + whole.size + backlog.length)
  for (const { listed, held } of recentDigests)
    bytes += MESSAGE_BYTES + 8 * (listed.length + held.user.length + held.others.length)
  for (const { item } of waiting) bytes += 2 * TEXT_BYTES + CHARACTER_BYTES * item.text.length
  return bytes
}
