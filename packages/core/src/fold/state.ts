import type { Frequencies } from '../words/information.ts'
import { type Cloud, createCloud } from './cloud/cloud.ts'
import { type Bill, createBills } from './cost/bill-memory.ts'
import { type CacheSign, signAt } from './cost/cache-sign.ts'
import { createHeldTerms, type HeldTerms } from './digest/held.ts'
import type { Priced } from './digest/ledger-price.ts'
import type { Policy } from './policy.ts'
import { createRecallHabits, type RecallHabits } from './recall/habits.ts'
import { createMeaningArena, type MeaningArena } from './recall/meaning-arena.ts'
import { createTermArena, type TermArena } from './recall/term-arena.ts'
import { countOf } from './recall/term-counts.ts'
import type { Shortened } from './sight/first-sight.ts'
import type { InSight } from './sight/in-sight.ts'

/** The frozen, abridged text of one fold. */
export interface Digest {
  /** Empty where there was no room yet for what most needs to be said: the next digest says it. */
  readonly text: string
  /** Messages before this index are in this digest or in an earlier one. */
  readonly to: number
  readonly tokens: number
}

/** A digest of tool traffic that will be abridged once more, with what it put into the memory of what digests hold. */
export interface Young {
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

/** A frozen recall, standing before a message of the tail. */
export interface Recall {
  readonly before: number
  readonly text: string
  readonly tokens: number
}

/** A message as a recall gives it, with its tokens; a pure function of the message. */
export interface Excerpt {
  readonly text: string
  readonly tokens: number
}

/**
 * The fold's memory of one history: a deterministic function of the messages consumed, a cache that may be lost at any
 * time. Holds term ids, counts and what was sent instead of messages; no text of a message that still stands as it was.
 */
export interface FoldState {
  /** What the decisions were taken for; another objective starts anew. */
  readonly objective: Policy['objective']
  /** Keys of the messages consumed, oldest first. */
  readonly keys: string[]
  /** Tokens of each message as it came, and as it is sent while it stands. */
  readonly tokens: number[]
  readonly sent: number[]
  readonly terms: TermArena
  /** What each message means, as a vector; empty where no table is at hand. */
  readonly meanings: MeaningArena
  /** Turn (1-based) each message belongs to. */
  readonly turns: number[]
  readonly roles: ('user' | 'assistant' | 'system' | 'tool')[]
  /** Index of the user's newest question, one that answers no tool calls; -1 before the first one. */
  question: number
  /** Whether a message since that question holds thinking. */
  hasThought: boolean
  turn: number
  /** Leading system messages: pinned; and their tokens. */
  lead: number
  leadTokens: number
  /** Messages `[lead, boundary)` are folded. */
  boundary: number
  /** Length of the history for which the decision to fold was taken last. */
  preparedAt: number
  readonly digests: Digest[]
  digestTokens: number
  /** Messages of which no digest has said anything although they were offered, oldest first: they are offered again. */
  unsaid: readonly number[]
  /** The newest digests, which are abridged once more when they are older; oldest first. */
  young: Young[]
  recalls: Recall[]
  /** Tool output of the tail that is sent in a shorter form, by message. */
  readonly shortened: Map<number, readonly Shortened[]>
  /** Tool output of the tail, and what of it stands there word for word. */
  readonly inSight: InSight[]
  /** Messages that no fold puts into other words: examples, pictures, and questions that tools were at work on when folded. */
  readonly standing: Set<number>
  standingTokens: number
  /** Of these, tokens of the messages that no budget makes room for. */
  exemptTokens: number
  /** Of these, messages in which the user gave pictures, data or orders, and tokens of those without pictures. */
  givenMessages: number
  givenTokens: number
  /** Of these, texts that the user handed over, until the conversation has left them; oldest first. */
  handedOver: readonly number[]
  /** Folded instructions that stand again behind the fold: index of the newest of each kind, oldest first. */
  readonly carried: Map<number, number>
  /** Messages of which digests hold every line. */
  readonly whole: Set<number>
  /** Thinking parts left out for good, by message. */
  readonly dropped: Map<number, readonly number[]>
  /** The tag cloud: in how many messages each term is, and what an operator is shown of it. */
  readonly cloud: Cloud
  /** Times that digests hold a term. */
  readonly held: HeldTerms
  /** Tokens of the history without the lead, and the part of it that assistants said. */
  historyTokens: number
  assistantTokens: number
  /** Tokens and messages of tool output, and the part of it that is JSON. */
  toolTokens: number
  toolMessages: number
  recordTokens: number
  readonly recallHabits: RecallHabits
  /** What the history has cost so far, by price model. */
  readonly bills: Bill[]
  /** What is known of the provider's cache for the request to come, and all signs that were heeded so far. */
  cache: CacheSign
  cacheKey: string
  /** Length of the history when digests were changed last. */
  foldedAt: number
  /** Hashes of the exact strings that ledgers list. */
  readonly listed: Set<number>
  /** Ledger items that found no room yet. */
  waiting: Priced[]
  /** Worded excerpts of messages that were recalled before, by index; bounded, and made again when lost. */
  readonly excerpts: Map<number, Excerpt>
}

export function createFoldState(objective: Policy['objective']): FoldState {
  return {
    objective,
    keys: [],
    tokens: [],
    sent: [],
    shortened: new Map(),
    inSight: [],
    terms: createTermArena(),
    meanings: createMeaningArena(),
    turns: [],
    roles: [],
    question: -1,
    hasThought: false,
    turn: 1,
    lead: 0,
    leadTokens: 0,
    boundary: 0,
    preparedAt: -1,
    digests: [],
    digestTokens: 0,
    unsaid: [],
    young: [],
    recalls: [],
    standing: new Set(),
    carried: new Map(),
    whole: new Set(),
    standingTokens: 0,
    exemptTokens: 0,
    givenMessages: 0,
    givenTokens: 0,
    handedOver: [],
    dropped: new Map(),
    cloud: createCloud(),
    held: createHeldTerms(),
    historyTokens: 0,
    assistantTokens: 0,
    toolTokens: 0,
    toolMessages: 0,
    recordTokens: 0,
    recallHabits: createRecallHabits(),
    bills: createBills(),
    cache: signAt([], 0),
    cacheKey: '',
    foldedAt: -1,
    listed: new Set(),
    waiting: [],
    excerpts: new Map(),
  }
}

export function frequenciesOf(state: FoldState): Frequencies {
  return { messages: state.keys.length, of: (term) => countOf(state.cloud.frequency, term) }
}
