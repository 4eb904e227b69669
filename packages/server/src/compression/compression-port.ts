import type { CacheTerms, TranscriptMessage, WireFormat } from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'

/** The quantity that the user wants to save: tokens or money. */
export type Objective = 'tokens' | 'cost'

/** The cache sign that the fold uses from one request of a session on. */
export interface CacheDecision {
  /** Start of the prefix hash of the request's history. */
  readonly tip: string
  /** A cache sign as a number. */
  readonly code: number
}

/** The facts of a body. Plain data, which can be sent between threads. */
export interface ConversationFacts {
  readonly kind: 'conversation'
  readonly model: string
  /** The reason why a well-formed body must be sent unchanged, as a short token. */
  readonly bypass: string | undefined
  /** Number of the turn that the request asks for. */
  readonly turn: number
  /** True if the provider refuses thinking in the history after any change before it. */
  readonly refusesLostThinking: boolean
  /** Session ids in the body, most specific first. */
  readonly sessionHints: readonly string[]
  /** Hashes of the longest prefixes of the conversation, at most `MAX_HEADS`, longest prefix first. */
  readonly heads: readonly string[]
  /** Hash of all messages. Undefined if the body contains only instructions. */
  readonly head: string | undefined
  /** Hash of the messages before those that this request adds. Without such messages, the hash of all messages. */
  readonly historyHead: string | undefined
  /** Hashes of the conversation's end. Undefined if it is too short to be identified by them. */
  readonly ends: ConversationEnds | undefined
  /** True if the newest user message repeats an earlier one, with an answer in between. */
  readonly isRepeated: boolean
  readonly cacheTerms: CacheTerms
  /** The request's limit for the tokens of the answer. Undefined if it states none. */
  readonly answerTokens: number | undefined
  /** True if the provider stores the answer. */
  readonly storesAnswer: boolean
  /** True if the provider answers later: the response may contain neither the answer nor its usage. */
  readonly isAnsweredLater: boolean
  /** True if the provider bills more than the counted text, such as media, or a history that it has stored. */
  readonly hasUncounted: boolean
}

/**
 * Hashes that identify a conversation after the client has edited old messages. They cover the first message, and the
 * last two with their position.
 */
export interface ConversationEnds {
  /** Hashes of the end of this request, and of the previous request, which ended before the newest answer. */
  readonly own: string
  readonly before: string
  /** Prefix hash of all messages of the previous request, assuming no edits. */
  readonly beforeHead: string
}

/** A body that is valid JSON of an unknown shape, or that could not be read. It is sent unchanged. */
export interface OpaqueFacts {
  readonly kind: 'opaque'
  readonly reason: string
  readonly model: string
  /** As in `ConversationFacts`. Undefined if the body could not be read. */
  readonly isAnsweredLater?: boolean | undefined
}

/** A body that no provider could read. The message does not quote it. */
export interface InvalidFacts {
  readonly kind: 'invalid'
  /** Undefined: the body is not JSON. */
  readonly field: string | undefined
  readonly message: string
}

export type BodyFacts = ConversationFacts | OpaqueFacts | InvalidFacts

/** State of the provider's cache. */
export interface CacheQuestion {
  readonly decisions: readonly CacheDecision[]
  /** True if this request may add a decision. False for a turn that was decided before. */
  readonly mayDecide: boolean
  /** The newest requests of the session with a known or expected receipt. */
  readonly observations: readonly {
    readonly head: string
    readonly misses: number
    readonly wasMissed: boolean | undefined
    readonly isCaching: boolean | undefined
    readonly untold: number
  }[]
  /** True if the time since the previous request exceeds the lifetime of the cache. */
  readonly isIdle: boolean
  /** According to all sessions: true if requests like this one are cached, false if not, undefined without evidence. */
  readonly isCaching: boolean | undefined
}

/** Findings and decisions of the fold about the provider's cache. */
export interface CacheAnswer {
  readonly decisions: readonly CacheDecision[]
  /** Index of the observation that this request continues. */
  readonly before: number | undefined
  readonly misses: number
  /** According to its receipts: true if this conversation is cached, false if not, undefined without evidence. */
  readonly isCaching: boolean | undefined
  /** Consecutive requests before it with inconclusive receipts. */
  readonly untold: number
  /** Tokens of the messages that are sent as they were in the previous request. */
  readonly sharedTokens: number
  /** Share of instructions and tools in the sent body. */
  readonly pinnedShare: number
}

/** Tokens that a model's context window leaves for a request. */
export interface WindowRoom {
  /** Tokens of the request, in the model's own count. */
  readonly tokens: number
  /** Tokens of the model per raw token. */
  readonly factor: number
}

export interface PrepareRequest {
  /** Null: the request is only counted and, on demand, stripped of thinking. */
  readonly fold: {
    readonly session: SessionKey
    readonly objective: Objective
    /** False if the upstream has no cheaper price for cached input. */
    readonly isCached: boolean
    readonly cache: CacheQuestion | undefined
    /** Undefined if no window is known. */
    readonly window?: WindowRoom | undefined
    /** True for a session that ends with this request: its fold state is not shared with other nodes. */
    readonly isTransient?: boolean
  } | null
  /** Histories of the session for which compression is disabled, and the reason. See `disableCompression`. */
  readonly disabled: { readonly reason: string; readonly heads: readonly string[] } | undefined
  /** True if a body without thinking is needed too. */
  readonly wantsStripped: boolean
}

/** The result for one request. Without a body, the original is sent. */
export interface Prepared {
  readonly body: Buffer | undefined
  /** The original without the thinking that is bound to rewritten turns. */
  readonly stripped: Buffer | undefined
  /** `folded`, `recalled`, or the reason why nothing was done. */
  readonly outcome: string
  /** Tokens of the original before calibration. */
  readonly rawTokens: number
  /** Tokens by which the rewritten body is smaller than the original, before calibration. */
  readonly savedTokens: number
  readonly isDisabled: boolean
  /** True if the fold moved for this request, so that the history is sent differently than before. */
  readonly hasMoved: boolean
  /** False if the compression had no result in time. The original is then sent, even in a folded conversation. */
  readonly isComplete: boolean
  readonly cache: CacheAnswer | undefined
}

/** Work on a body after its request. */
export interface Finish {
  /** The session whose tag cloud reads the messages. Undefined: none. */
  readonly cloud: SessionKey | undefined
}

/** One body that the compression owns. `release` must be called. Only the first call has an effect. */
export interface Reading {
  readonly facts: BodyFacts
  /** Never rejects. */
  prepare(request: PrepareRequest): Promise<Prepared>
  release(finish: Finish): void
}

/** The source of a body, and the patience of its request. */
export interface ReadOptions {
  readonly accountId: string
  /** Equal for the requests of one conversation, according to headers. They are served from the same memory. */
  readonly affinity: string
  readonly format: WireFormat
  /** Factor on the usual limits of waiting, for a request that cannot be answered without its fold. Default: 1. */
  readonly patience?: number
}

/** Reads, counts and folds request bodies off the event loop. Its methods never reject and never block for long (fail open). */
export interface Compression {
  /** @param body is copied */
  read(body: Buffer, options: ReadOptions): Promise<Reading>
  /** Resolves when the compression accepts requests and has run `messages` once to compile the code. */
  warmUp(messages: readonly TranscriptMessage[]): Promise<void>
  /** Resolves when every tag cloud noted so far is stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Number of prefix hashes in the facts. A client seldom adds more messages at once. */
export const MAX_HEADS = 256
