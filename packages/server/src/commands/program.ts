import { Command } from 'commander'
import { VERSION } from '../config/version.ts'
import { addAccountsAddBudget } from './accounts-add-budget.ts'
import { addAccountsCreate } from './accounts-create.ts'
import { addAccountsDelete } from './accounts-delete.ts'
import { addAccountsList } from './accounts-list.ts'
import { addAccountsSetCredential } from './accounts-set-credential.ts'
import { addAccountsSetPlan } from './accounts-set-plan.ts'
import { addAccountsSettle } from './accounts-settle.ts'
import { addAccountsShow } from './accounts-show.ts'
import { addAlertsTest } from './alerts-test.ts'
import { addBackup } from './backup.ts'
import type { CommandContext } from './command-context.ts'
import { addDemo } from './demo.ts'
import { addEval } from './eval.ts'
import { addExplain } from './explain.ts'
import { addHoldout } from './holdout.ts'
import { addKeysChange } from './keys-change.ts'
import { addKeysCreate } from './keys-create.ts'
import { addKeysList } from './keys-list.ts'
import { addKeysRevoke } from './keys-revoke.ts'
import { addKeysRotate } from './keys-rotate.ts'
import { addLedgerVerify } from './ledger-verify.ts'
import { addMigrate } from './migrate.ts'
import { addRestore } from './restore.ts'
import { addSecrets } from './secrets-commands.ts'
import { addSessionsList } from './sessions-list.ts'
import { addSessionsShow } from './sessions-show.ts'
import { addStart } from './start.ts'
import { addUsage } from './usage.ts'

/** The command line program. It throws commander's errors and does not print them. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('pleat-server')
    .description('A compression proxy for conversations with language models.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', '\nExample:\n  pleat-server start')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.streams.stdout.write(text),
      writeErr: (text) => context.streams.stderr.write(text),
      outputError: () => undefined,
    })
  addStart(program, context)
  addDemo(program, context)
  const keys = program
    .command('keys')
    .description('Issue, list, limit, rotate, block and revoke keys.')
    .addHelpText('after', '\nExample:\n  pleat-server keys create --account bench')
  addKeysCreate(keys, context)
  addKeysList(keys, context)
  addKeysChange(keys, context)
  addKeysRotate(keys, context)
  addKeysRevoke(keys, context)
  const accounts = program
    .command('accounts')
    .description('Create, list, change and delete accounts, and store provider keys for them.')
    .addHelpText('after', '\nExample:\n  pleat-server accounts list')
  addAccountsCreate(accounts, context)
  addAccountsList(accounts, context)
  addAccountsShow(accounts, context)
  addAccountsSetPlan(accounts, context)
  addAccountsAddBudget(accounts, context)
  addAccountsSettle(accounts, context)
  addAccountsSetCredential(accounts, context)
  addAccountsDelete(accounts, context)
  const sessions = program
    .command('sessions')
    .description('List sessions and their topics.')
    .addHelpText('after', '\nExample:\n  pleat-server sessions list')
  addSessionsList(sessions, context)
  addSessionsShow(sessions, context)
  addUsage(program, context)
  addHoldout(program, context)
  addExplain(program, context)
  addEval(program, context)
  const ledger = program
    .command('ledger')
    .description('Check the ledger.')
    .addHelpText('after', '\nExample:\n  pleat-server ledger verify')
  addLedgerVerify(ledger, context)
  const alerts = program
    .command('alerts')
    .description('Test the delivery of alerts.')
    .addHelpText('after', '\nExample:\n  pleat-server alerts test')
  addAlertsTest(alerts, context)
  addSecrets(program, context)
  addBackup(program, context)
  addRestore(program, context)
  addMigrate(program, context)
  return program
}
