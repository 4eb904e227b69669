import type { Command } from 'commander'
import type { KeyChanges, KeyMode, SpendingPeriod } from '../key-limits.ts'
import { MODEL_PATTERN, TAG } from '../openapi/key-schemas.ts'
import { parseCents } from './cents.ts'
import { parseDuration } from './duration.ts'
import { readCount } from './read-count.ts'
import { UsageError } from './usage-error.ts'

/** The options of `keys create` and `keys set` as text. */
export interface KeyOptions {
  readonly rpm?: string
  readonly expires?: string
  readonly models?: string
  readonly spendingLimitCents?: string
  readonly spendingPeriod?: string
  readonly unpriced?: string
  readonly mode?: string
  readonly tags?: string
}

/** Adds the options for the limits of a key. */
export function addKeyOptions(command: Command): Command {
  return command
    .option('--rpm <count>', "requests per minute of this key; default: the server's")
    .option('--expires <when>', 'when it stops working: 30d, 12h, a time such as 2026-12-31T00:00:00Z, or never')
    .option('--models <patterns>', 'models it may use, such as "gpt-5*,claude-*"; all: every model')
    .option('--spending-limit-cents <amount>', "limit on the provider's bill of the key, in cents; none: no limit")
    .option('--spending-period <period>', 'period of the spending limit: day or month, in UTC (default: month)')
    .option(
      '--unpriced <what>',
      'with a spending limit: allow or refuse requests without a known price, such as images and background responses',
    )
    .option('--mode <mode>', "fold or observe its conversations; default: the server's PLEAT_MODE")
    .option('--tags <list>', 'labels, such as "team-a,prod"; none: no tags')
}

/**
 * Parses the options into changes of a key. `now` is in Unix milliseconds.
 * @throws {UsageError} that names the option and its allowed values.
 */
export function readKeyOptions(options: KeyOptions, now: number): KeyChanges {
  const { rpm, expires, models, tags, unpriced, mode } = options
  return {
    ...(rpm !== undefined && { requestsPerMinute: rpm === 'default' ? null : parseRequestsPerMinute(rpm) }),
    ...(expires !== undefined && { expiresAt: parseExpiry(expires, now) }),
    ...(models !== undefined && { models: models === 'all' ? [] : parseList(models, '--models', MODEL_PATTERN) }),
    ...readSpending(options),
    ...(unpriced !== undefined && { allowsUnpriced: oneOf(unpriced, '--unpriced', ['refuse', 'allow']) === 'allow' }),
    ...(mode !== undefined && { mode: readMode(mode) }),
    ...(tags !== undefined && { tags: tags === 'none' ? [] : parseList(tags, '--tags', TAG) }),
  }
}

function readMode(text: string): KeyMode | null {
  const mode = oneOf(text, '--mode', ['fold', 'observe', 'default'])
  return mode === 'default' ? null : mode
}

function readSpending({ spendingLimitCents: cents, spendingPeriod }: KeyOptions): Pick<KeyChanges, 'spending'> {
  if (cents === undefined) {
    if (spendingPeriod === undefined) return {}
    throw new UsageError('--spending-period needs --spending-limit-cents')
  }
  if (cents === 'none') return { spending: null }
  const period: SpendingPeriod = oneOf(spendingPeriod ?? 'month', '--spending-period', ['day', 'month'])
  return { spending: { microCents: parseCents(cents, '--spending-limit-cents'), period } }
}

function parseExpiry(text: string, now: number): number | null {
  if (text === 'never') return null
  const duration = parseDuration(text)
  if (duration !== undefined) return now + duration
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(time)) return time
  throw new UsageError(
    `--expires must be a duration like 30d, a time like 2026-12-31T00:00:00Z, or never, not "${text}"`,
  )
}

function parseList(text: string, option: string, item: typeof TAG): readonly string[] {
  const items = text.split(',').map((each) => each.trim())
  const wrong = items.map((each) => item.safeParse(each)).find(({ success }) => !success)
  if (!wrong) return items
  throw new UsageError(`${option}: each item ${wrong.error!.issues[0]!.message}`)
}

function oneOf<Choice extends string>(text: string, option: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  throw new UsageError(`${option} must be ${choices.join(' or ')}, not "${text}"`)
}

function parseRequestsPerMinute(text: string): number {
  return readCount(text, { option: '--rpm', most: 1_000_000_000 })
}
