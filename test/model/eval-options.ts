import { parseArgs } from 'node:util'
import { readCount } from '../../packages/server/src/commands/read-count.ts'
import { CONVERSATIONS } from './conversations/all.ts'
import type { WrittenConversation } from './conversations/conversation.ts'

/** Options of the command. */
export interface EvalOptions {
  /** The conversations that are asked about. All fit the model's window. */
  readonly conversations: readonly WrittenConversation[]
  /** Largest number of questions about each conversation. */
  readonly most: number
}

const SHORT = CONVERSATIONS.filter(({ isShort }) => isShort)
const NAMES = SHORT.map(({ name }) => name).join(', ')
const MOST = 100

export const EVAL_HELP = `Usage: npm run test:model-eval [-- [--questions COUNT] CONVERSATION...]

Run "pleat-server eval" on written conversations that fit the window of the small model of test:model (${NAMES};
default: all). That model gives the answers and is the judge. Takes some minutes, and is skipped if the model cannot be
installed. Exits with 2 if it cannot run, for instance with an invalid option, and with 1 in these cases:

- "pleat-server eval" fails, or asks nothing.
- Folded histories give at least two right answers fewer than full ones.
- Folded histories have no fewer tokens than full ones.

  --questions COUNT   of each conversation, at most (default: all)
  --help              show this
`

/**
 * The options in `argv`, or undefined when help was asked for.
 * @throws {Error} that names the invalid option and its valid values.
 */
export function readEvalOptions(argv: readonly string[]): EvalOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { questions: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return undefined
  const unknown = positionals.find((name) => !SHORT.some((known) => known.name === name))
  if (unknown !== undefined) {
    throw new Error(`No conversation "${unknown}" fits the window of the model. Name some of these: ${NAMES}`)
  }
  return {
    conversations: SHORT.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    most: values.questions === undefined ? MOST : readCount(values.questions, { option: '--questions', most: MOST }),
  }
}
