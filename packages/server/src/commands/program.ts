import { Command } from 'commander'
import { VERSION } from '../config/version.ts'
import { addAccountsList } from './accounts-list.ts'
import { addAccountsSetCredential } from './accounts-set-credential.ts'
import type { CommandContext } from './command-context.ts'
import { addKeysCreate } from './keys-create.ts'
import { addKeysList } from './keys-list.ts'
import { addKeysRevoke } from './keys-revoke.ts'
import { addStart } from './start.ts'
import { addUsage } from './usage.ts'

/** The whole command line. It throws commander's errors and prints none of them. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('pleat-server')
    .description('A proxy that folds long conversations with language models, so that they cost less.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', '\nExample:\n  pleat-server start')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
  addStart(program, context)
  const keys = program
    .command('keys')
    .description('Issue, list and revoke keys.')
    .addHelpText('after', '\nExample:\n  pleat-server keys create --account bench')
  addKeysCreate(keys, context)
  addKeysList(keys, context)
  addKeysRevoke(keys, context)
  const accounts = program
    .command('accounts')
    .description('List accounts and give them provider keys of their own.')
    .addHelpText('after', '\nExample:\n  pleat-server accounts list')
  addAccountsList(accounts, context)
  addAccountsSetCredential(accounts, context)
  addUsage(program, context)
  return program
}
