import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

/** Options of the command line. */
export interface Options {
  /** Only talks whose id contains this text. */
  readonly talk: string | undefined
  /** Print the last request before the user message that follows this one, counted from 1. */
  readonly show: number | undefined
  readonly isJson: boolean
  readonly hasFailures: boolean
  readonly hasAudit: boolean
  readonly isWritten: boolean
}

export const HELP = `Usage: npm run bench:statements -- [options]

Play the talks of bench/statements/talks through the core, turn by turn, and ask their probes. A probe checks that the
request keeps a statement of the conversation and makes no other.

Options:
  --talk ID      play only talks whose id contains ID
  --failures     print each failed probe with the lines at fault
  --audit        print each lost negation or binding rule, figure without its word, mark, choice and old value
  --show N       print the last request with N user messages of the talk of --talk
  --json         print the figures and the failed probes as one line of JSON
  --write        write the tables to bench/STATEMENTS.md; not together with --talk
  --help         print this text

Exits with 1 if a probe fails on the whole conversation.

Example:
  npm run bench:statements -- --talk de-garten --failures`

/**
 * The options in `argv`, or undefined if help is requested.
 * @throws {Error} that names the invalid option.
 */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      talk: { type: 'string' },
      show: { type: 'string' },
      json: { type: 'boolean', default: false },
      failures: { type: 'boolean', default: false },
      audit: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const { talk, show } = values
  if (show !== undefined && talk === undefined) throw new Error('--show needs --talk.')
  if (values.write && talk !== undefined) throw new Error('--write needs all talks: leave out --talk.')
  return {
    talk,
    show: show === undefined ? undefined : wholeNumber('--show', show),
    isJson: values.json,
    hasFailures: values.failures,
    hasAudit: values.audit,
    isWritten: values.write,
  }
}
