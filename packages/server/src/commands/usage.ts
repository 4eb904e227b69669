import type { Command } from 'commander'
import type { UsageEntry } from '../money/usage-port.ts'
import { usageRow } from '../openapi/usage-schemas.ts'
import { usageKindOf } from '../usage-kinds.ts'
import { dayOf } from '../utc-day.ts'
import { requireAccount } from './account-name.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatCount, formatTable, percentSaved } from './output.ts'
import { readCount } from './read-count.ts'
import { describeMoney, MONEY_HEAD, moneyCells } from './usage-money.ts'

type UsageRow = UsageEntry & { readonly accountName: string }

const DAY_MS = 86_400_000

/** Adds `usage`. */
export function addUsage(program: Command, context: CommandContext): void {
  program
    .command('usage')
    .description('Show requests, tokens and the input bill by day, account and model.')
    .option('--account <name>', 'only this account')
    .option('--days <count>', 'number of days, including today', '30')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server usage --account bench --days 7')
    .action(async (options: { account?: string; days: string }) => {
      const fromDay = firstDay(options.days, Date.now())
      const accountName = options.account
      const rows = await withStore(context, async (store) => {
        if (accountName !== undefined) await requireAccount(store.keys, accountName)
        return await store.usage.list({ fromDay, ...(accountName !== undefined && { accountName }) })
      })
      context.output.result({ from_day: fromDay, usage: rows.map(usageRow) }, () => describeUsage(rows, fromDay))
    })
}

function firstDay(days: string, now: number): string {
  const count = readCount(days, { option: '--days', most: 99_999 })
  return dayOf(Math.max(0, now - (count - 1) * DAY_MS))
}

function describeUsage(rows: readonly UsageRow[], fromDay: string): string {
  if (rows.length === 0) return `No requests since ${fromDay}.`
  const isObserved = rows.some(({ observed }) => observed > 0)
  const isHeldOut = rows.some(({ heldOut }) => heldOut > 0)
  const tokens = ['REQUESTS', 'FOLDED', 'FAILED', 'ORIGINAL', 'SENT', 'SAVED', 'SAVED %']
  const head = ['DAY', 'ACCOUNT', 'MODEL', ...tokens, ...MONEY_HEAD]
  if (isObserved) head.push('OBSERVED', 'WOULD SAVE')
  if (isHeldOut) head.push('HELD OUT')
  const cells = mergeKeys(rows).map((row) => [
    row.day,
    row.accountName,
    describeModel(row.model),
    row.requests,
    row.folded,
    row.failed,
    row.originalTokens,
    row.optimizedTokens,
    row.originalTokens - row.optimizedTokens,
    percentSaved(row.originalTokens, row.originalTokens - row.optimizedTokens),
    ...moneyCells(row),
    ...(isObserved ? [row.observed, row.observedSavedTokens] : []),
    ...(isHeldOut ? [row.heldOut] : []),
  ])
  const original = sum(rows, 'originalTokens')
  const saved = original - sum(rows, 'optimizedTokens')
  const what = rows.some(isView) ? 'input tokens and tokens of transcript views' : 'input tokens'
  const share = percentSaved(original, saved)
  const real = `Saved ${formatCount(saved)} of ${formatCount(original)} ${what} (${share} %) since ${fromDay}.`
  return `${formatTable(head, cells)}\n\n${real}\n${describeMoney(rows.filter(isConversation))}${isObserved ? `\n${describeObserved(rows)}` : ''}`
}

/** The tokens that folds would have saved in observe mode, which changes no request. */
function describeObserved(rows: readonly UsageRow[]): string {
  return `Without observe mode, ${formatCount(sum(rows, 'observedSavedTokens'))} more tokens would have been saved.`
}

const WITHOUT_MODEL = { transcript: '(transcript views)', 'pass-through': '(passed through)' }

function describeModel(model: string): string {
  const kind = usageKindOf(model)
  return kind === 'conversation' ? model : WITHOUT_MODEL[kind]
}

/** True if a row counts conversations. The input bill covers no other requests. */
function isConversation({ model }: UsageRow): boolean {
  return usageKindOf(model) === 'conversation'
}

function isView({ model }: UsageRow): boolean {
  return usageKindOf(model) === 'transcript'
}

/** Sums the rows of an account's keys for the table. `--json` lists the keys separately. */
function mergeKeys(rows: readonly UsageRow[]): readonly UsageRow[] {
  const merged = new Map<string, UsageRow>()
  for (const row of rows) {
    const name = JSON.stringify([row.day, row.accountName, row.model])
    const other = merged.get(name)
    merged.set(name, other ? { ...other, ...addCounts(other, row) } : row)
  }
  return [...merged.values()]
}

function addCounts(left: UsageRow, right: UsageRow): Partial<UsageRow> {
  return {
    requests: left.requests + right.requests,
    folded: left.folded + right.folded,
    failed: left.failed + right.failed,
    originalTokens: left.originalTokens + right.originalTokens,
    optimizedTokens: left.optimizedTokens + right.optimizedTokens,
    observed: left.observed + right.observed,
    observedSavedTokens: left.observedSavedTokens + right.observedSavedTokens,
    heldOut: left.heldOut + right.heldOut,
    billedRequests: left.billedRequests + right.billedRequests,
    pricedRequests: left.pricedRequests + right.pricedRequests,
    inputMicroDollars: left.inputMicroDollars + right.inputMicroDollars,
    directMicroDollars: left.directMicroDollars + right.directMicroDollars,
  }
}

function sum(rows: readonly UsageRow[], column: 'originalTokens' | 'optimizedTokens' | 'observedSavedTokens'): number {
  return rows.reduce((total, row) => total + row[column], 0)
}
