import { CHARACTER_BYTES, MAP_ENTRY_BYTES, MESSAGE_BYTES, TEXT_BYTES, textBytes } from '../memory.ts'
import { HeldTerms } from './held.ts'
import type { Priced } from './ledger-price.ts'

/** The frozen, abridged text of one fold. */
export interface Digest {
  /** Empty where there was no room yet for what most needs to be said: the next digest says it. */
  readonly text: string
  /** Messages before this index are in this digest or in an earlier one. */
  readonly to: number
  readonly tokens: number
}

/** A digest of tool traffic that will be abridged once more, with what it put into the memory of what digests hold. */
export interface RecentDigest {
  /** Index of the first message that it stands for. */
  readonly from: number
  /** Tokens of the messages that it stands for. */
  readonly span: number
  readonly listed: readonly number[]
  readonly held: LedgerTerms
}

/** Terms in what a ledger lists, repetitions included: of what the user says, and of all else. */
export interface LedgerTerms {
  readonly user: readonly number[]
  readonly others: readonly number[]
}

/** What digests say, and what waits for the next one. */
export class DigestState {
  readonly digests: Digest[] = []
  digestTokens = 0
  /** Messages of which no digest has said anything although they were offered, oldest first: they are offered again. */
  backlog: readonly number[] = []
  /** The newest digests, which are abridged once more when they are older; oldest first. */
  recentDigests: RecentDigest[] = []
  /** Messages of which digests hold every line. */
  readonly whole = new Set<number>()
  /** Times that digests hold a term. */
  readonly held = new HeldTerms()
  /** Hashes of the exact strings that ledgers list. */
  readonly listed = new Set<number>()
  /** Ledger items that found no room yet. */
  waiting: Priced[] = []
}

/** A copy of what settling recent digests changes. */
export function digestsOf(state: DigestState) {
  const { digests, digestTokens, recentDigests, held, listed, waiting } = state
  return {
    digests: [...digests],
    digestTokens,
    recentDigests: [...recentDigests],
    held: { all: new Map(held.all), byUser: new Map(held.byUser) },
    listed: new Set(listed),
    waiting,
  }
}

/** Appends a digest. */
export function addDigest(state: DigestState, digest: Digest): void {
  state.digests.push(digest)
  state.digestTokens += digest.tokens
}

/** About how many bytes it keeps alive. */
export function sizeOfDigests({ digests, held, listed, whole, backlog, recentDigests, waiting }: DigestState): number {
  let bytes = textBytes(digests)
  bytes += MAP_ENTRY_BYTES * (held.all.size + held.byUser.size + listed.size + whole.size + backlog.length)
  for (const { listed, held } of recentDigests)
    bytes += MESSAGE_BYTES + 8 * (listed.length + held.user.length + held.others.length)
  for (const { item } of waiting) bytes += 2 * TEXT_BYTES + CHARACTER_BYTES * item.text.length
  return bytes
}
