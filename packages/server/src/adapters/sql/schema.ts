import type { Generated } from 'kysely'
import type { KeyMode, SpendingPeriod } from '../../key-limits.ts'
import type { Plan } from '../../money/account.ts'
import type { LedgerBook, LedgerKind } from '../../money/ledger-port.ts'

/**
 * The tables as the queries use them. Times are Unix milliseconds. Money is a whole number of the unit in the column's
 * name: micro-cents or micro-dollars. No column of any table contains a key, an unsealed credential or text of a
 * conversation.
 */
export interface Schema {
  accounts: AccountTable
  ledger: LedgerTable
  keys: KeyTable
  credentials: CredentialTable
  usage: UsageTable
  sessions: SessionTable
  session_tips: SessionTipTable
  session_clouds: SessionCloudTable
  calibrations: CalibrationTable
  provider_objects: ProviderObjectTable
  holdout_sessions: HoldoutSessionTable
  session_turns: SessionTurnTable
  deleted_accounts: DeletedAccountTable
  alerts: AlertTable
}

interface AccountTable {
  id: string
  name: string
  plan: Plan
  budget_micro_cents: number
  owed_micro_cents: Generated<number>
  created_at: number
  /** Number of entries in its ledger, which is also the `sequence` of the newest one. */
  ledger_length: Generated<number>
  /** Time of the deletion, in a row that keeps the ledger of a deleted account. Null for other rows. */
  deleted_at: Generated<number | null>
}

/** The id of an account that was deleted within the last day. */
interface DeletedAccountTable {
  account_id: string
  deleted_at: number
}

/**
 * One row for each change of a budget or an owed amount. The columns from `key_id` to `full_micro_cents` belong to
 * charges.
 */
interface LedgerTable {
  account_id: string
  sequence: number
  book: LedgerBook
  kind: LedgerKind
  amount_micro_cents: number
  balance_micro_cents: number
  created_at: number
  key_id: string | null
  saved_tokens: number | null
  price_name: string | null
  price_micro_dollars: number | null
  share_percent: number | null
  full_micro_cents: number | null
  /** Hashes of an idempotency key and of its request. */
  once_key_hash: string | null
  once_body_hash: string | null
}

interface KeyTable {
  id: string
  account_id: string
  /** Hex SHA-256. */
  hash: string
  preview: string
  requests_per_minute: number | null
  created_at: number
  revoked_at: number | null
  expires_at: number | null
  blocked_at: number | null
  /** JSON list of patterns. Null: every model. */
  models: string | null
  spending_micro_cents: number | null
  spending_period: SpendingPeriod | null
  /** 0 or 1. */
  allows_unpriced: Generated<number>
  /** JSON. Null: none. */
  tags: string | null
  /** Hash of the key before the last rotation, and the end of its grace period. */
  previous_hash: string | null
  previous_until: number | null
  mode: KeyMode | null
}

interface CredentialTable {
  account_id: string
  provider: string
  sealed: string
}

/** One row per key, day and model. */
interface UsageTable {
  key_id: string
  day: string
  model: string
  account_id: string
  requests: number
  folded: number
  failed: number
  original_tokens: number
  optimized_tokens: number
  billed_input_tokens: number
  billed_cached_tokens: number
  output_tokens: number
  bill_micro_cents: Generated<number>
  observed: number
  observed_saved_tokens: number
  held_out: number
  billed_requests: number
  priced_requests: number
  input_micro_dollars: number
  direct_micro_dollars: number
}

interface SessionTable {
  id: Generated<number>
  account_id: string
  id_hash: string
  generated_id: string | null
  turns: number
  requests: Generated<number>
  original_tokens: number
  saved_tokens: number
  left_alone: string | null
  /** JSON: starts of prefix hashes. Null: none. */
  refused_tips: string | null
  last_used_at: number
  /** JSON: pairs of the start of a prefix hash and a number. */
  cache_decisions: string | null
  /** Grows with every save. */
  version: Generated<number>
}

/** A tip belongs to the session that had it last. `sequence` grows with every save of that session. */
interface SessionTipTable {
  account_id: string
  tip: string
  session_id: number
  sequence: number
}

/** A packed tag cloud, deleted with its session. */
interface SessionCloudTable {
  session_id: number
  cloud: Buffer
}

/** An object at a provider, by the hash of its id, and the account that created it. */
interface ProviderObjectTable {
  id_hash: string
  account_id: string
  created_at: number
  /** Time at which the entry expires. Null: never. */
  expires_at: number | null
}

/** Sums over the requests of one session. `turns` is the largest turn. */
interface HoldoutSessionTable {
  account_id: string
  id_hash: string
  /** 0 or 1. */
  is_held_out: number
  began_at: number
  turns: number
  requests: number
  errors: number
  retries: number
  repeats: number
  latency_ms: number
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  input_micro_dollars: number
}

interface CalibrationTable {
  model: string
  factor: number
  samples: number
}

/** Time at which an alert was last claimed. */
interface AlertTable {
  key: string
  sent_at: number
  /** 0 while the alert is being sent, then 1. */
  is_sent: Generated<number>
}

/** One request of a session. The columns after `overhead_microseconds` are null without a bill. */
interface SessionTurnTable {
  account_id: string
  id_hash: string
  at: number
  turn: number
  model: string
  status: number
  outcome: string
  /** 1 if the fold moved for this request, else 0. */
  fold_moved: number
  original_tokens: number
  optimized_tokens: number
  overhead_microseconds: number
  input_tokens: number | null
  cached_tokens: number | null
  output_tokens: number | null
  micro_dollars: number | null
  direct_cached_tokens: number | null
  direct_micro_dollars: number | null
}
