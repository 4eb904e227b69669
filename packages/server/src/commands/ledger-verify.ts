import type { Command } from 'commander'
import { findingRow } from '../openapi/account-schemas.ts'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable } from './output.ts'
import { ReportedFailure } from './reported-failure.ts'

/** Adds `ledger verify`. */
export function addLedgerVerify(ledger: Command, context: CommandContext): void {
  ledger
    .command('verify')
    .description('Check that every ledger balances. Exits with 1 if one does not.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server ledger verify')
    .action(async () => {
      const findings = await withStore(context, (store) => store.ledger.verify())
      const isSound = findings.every(({ problems }) => problems.length === 0)
      context.output.result({ ok: isSound, accounts: findings.map(findingRow) }, () => {
        if (findings.length === 0) return 'No accounts yet.'
        const head = ['ACCOUNT', 'ENTRIES', 'BUDGET (CENTS)', 'OWED (CENTS)', 'STATE']
        const cells = findings.map((finding) => [
          finding.accountName,
          finding.entries,
          toCents(finding.budgetMicroCents),
          toCents(finding.owedMicroCents),
          finding.problems.join('; ') || 'balances',
        ])
        return formatTable(head, cells)
      })
      if (!isSound) throw new ReportedFailure()
    })
}
