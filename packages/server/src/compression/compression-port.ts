import type { CacheTerms, TranscriptMessage, WireFormat } from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'

/** What the user wants less of: tokens, or money. */
export type Objective = 'tokens' | 'cost'

/** What the fold was told of the provider's cache from one request of a session on. */
export interface CacheDecision {
  /** Start of the chain hash of the request's history. */
  readonly tip: string
  /** A cache sign as a number. */
  readonly code: number
}

/** What a body says about itself. Plain data: it crosses threads. */
export interface ConversationFacts {
  readonly kind: 'conversation'
  readonly model: string
  /** Why the body must go out unchanged although it is well formed; a short token. */
  readonly bypass: string | undefined
  /** Number of the turn that the request asks for. */
  readonly turn: number
  /** Whether the provider refuses thinking of the history once something before it has changed. */
  readonly refusesLostThinking: boolean
  /** Session ids in the body, most telling first. */
  readonly sessionHints: readonly string[]
  /** Prefix hashes of the conversation, longest first; of a long one only the longest, at most `MAX_HEADS`. */
  readonly heads: readonly string[]
  /** Hash of all messages; undefined where the body holds instructions alone. */
  readonly head: string | undefined
  /** Hash of the messages before the ones that this request adds; of all where there are none. */
  readonly historyHead: string | undefined
  /** How the conversation ends; undefined where it is too young to be told from others by that. */
  readonly ends: ConversationEnds | undefined
  /** Whether the newest message of the user has the content of an earlier one, with an answer in between. */
  readonly isRepeated: boolean
  readonly cacheTerms: CacheTerms
  /** Most tokens of the answer that the request asks for; undefined where it does not say. */
  readonly answerTokens: number | undefined
}

/**
 * Hashes by which a conversation is known although the client has edited old messages: of the first message, of the last two
 * and of their place.
 */
export interface ConversationEnds {
  /** Of this request, and of the one before, which ended before the newest answer. */
  readonly own: string
  readonly before: string
  /** Prefix hash of all messages of the one before, were nothing edited. */
  readonly beforeHead: string
}

/** A body that is valid JSON of an unknown shape, or that could not be read: it goes out unchanged. */
export interface OpaqueFacts {
  readonly kind: 'opaque'
  readonly reason: string
  readonly model: string
}

/** A body that no provider could read either. The message quotes nothing of it. */
export interface InvalidFacts {
  readonly kind: 'invalid'
  /** Undefined: the body is not JSON. */
  readonly field: string | undefined
  readonly message: string
}

export type BodyFacts = ConversationFacts | OpaqueFacts | InvalidFacts

/** What is known of the provider's cache. */
export interface CacheQuestion {
  readonly decisions: readonly CacheDecision[]
  /** Whether this request may add a decision: false for a turn that was decided before. */
  readonly mayDecide: boolean
  /** The newest requests of the session that receipts are awaited or known for. */
  readonly observations: readonly {
    readonly head: string
    readonly misses: number
    readonly wasMissed: boolean | undefined
    readonly isCaching: boolean | undefined
    readonly untold: number
  }[]
  /** Whether the cache has forgotten, by the time since the request before. */
  readonly isIdle: boolean
  /** Whether requests like this one are cached at all, by the receipts of all sessions; undefined: they do not tell. */
  readonly isCaching: boolean | undefined
}

/** What the fold learned and decided about the provider's cache. */
export interface CacheAnswer {
  readonly decisions: readonly CacheDecision[]
  /** Index of the observation that this request continues. */
  readonly before: number | undefined
  readonly misses: number
  /** Whether messages of this line are cached at all, by its own receipts; undefined: they do not tell. */
  readonly isCaching: boolean | undefined
  /** Requests in a row before it whose receipts told nothing. */
  readonly untold: number
  /** Tokens of the messages that are sent as they were in the request before. */
  readonly sharedTokens: number
  /** Share of instructions and tools in the sent body. */
  readonly pinnedShare: number
}

/** What the context window of a model leaves for a request. */
export interface WindowRoom {
  /** Tokens of the request, as the model counts them. */
  readonly tokens: number
  /** Tokens of the model for each raw one. */
  readonly factor: number
}

export interface PrepareRequest {
  /** Null: nothing is folded, only counted and, where asked for, stripped of thinking. */
  readonly fold: {
    readonly session: SessionKey
    readonly objective: Objective
    /** False where the upstream has no cache that makes input cheaper. */
    readonly isCached: boolean
    readonly cache: CacheQuestion | undefined
    /** Undefined where no window is known. */
    readonly window?: WindowRoom | undefined
  } | null
  /** Why compression of parts of the session is disabled, and the histories that are meant; see `disableCompression`. */
  readonly disabled: { readonly reason: string; readonly heads: readonly string[] } | undefined
  /** Whether a body without thinking is wanted as well. */
  readonly wantsStripped: boolean
}

/** What goes out. Without a body the original goes out. */
export interface Prepared {
  readonly body: Buffer | undefined
  /** The original without the thinking that is bound to rewritten turns. */
  readonly stripped: Buffer | undefined
  /** `folded`, `recalled`, or the reason for doing nothing. */
  readonly outcome: string
  /** Tokens of the original before calibration. */
  readonly rawTokens: number
  /** Tokens that the rewritten body has less than the original, before calibration. */
  readonly savedTokens: number
  readonly isDisabled: boolean
  /** Whether the fold moved for this request: what the history says differs from what was sent of it before. */
  readonly hasMoved: boolean
  /** False where the compression had no result in time: then the original goes out, whatever was sent before. */
  readonly isComplete: boolean
  readonly cache: CacheAnswer | undefined
}

/** What becomes of a body when its request is over. */
export interface Finish {
  /** The session whose tag cloud reads the messages; undefined: none does. */
  readonly cloud: SessionKey | undefined
}

/** One body in the hands of the compression. `release` has to be called; only the first call counts. */
export interface Reading {
  readonly facts: BodyFacts
  /** Never rejects. */
  prepare(request: PrepareRequest): Promise<Prepared>
  release(finish: Finish): void
}

/** Reads, counts and folds request bodies off the event loop. Nothing here ever rejects or blocks for long (fail open). */
export interface Compression {
  /**
   * @param about.affinity equal for the requests of one conversation, as far as headers tell: they meet the same memory
   * @param body is copied
   */
  read(body: Buffer, about: { accountId: string; affinity: string; format: WireFormat }): Promise<Reading>
  /** Resolves when the compression can take requests and has run `messages` once to be compiled. */
  warmUp(messages: readonly TranscriptMessage[]): Promise<void>
  /** Resolves when every tag cloud noted so far is stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Prefix hashes that leave the compression: a client seldom adds more messages than this at once. */
export const MAX_HEADS = 256
