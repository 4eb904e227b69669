import { parseArgs } from 'node:util'
import { selected, wholeNumber } from '../options.ts'
import { SET_NAMES } from './sets.ts'

/** Options of the command. */
export interface Options {
  /** Names of sets; empty for all. */
  readonly sets: readonly string[]
  /** Number of conversations of each set: the first ones, or for the part limit a sample; undefined for all. */
  readonly limit: number | undefined
  readonly isJson: boolean
  readonly isInProcess: boolean
  /** The only part of the document that is measured and written; the others are kept. */
  readonly only: Part | undefined
}

/**
 * The parts of the document: the evidence after folds, the input bill, its lower limit, and the content of transcript views.
 */
const PARTS = ['fold', 'cost', 'limit', 'view'] as const
export type Part = (typeof PARTS)[number]

export const HELP = `Usage: npm run bench:quality -- [options]

Replay recorded conversations through Pleat and through other methods of shortening, and write bench/QUALITY.md and
bench/quality.svg. Takes about five minutes. The recordings and the scripts that score them are not part of the
repository: the command looks for them in ../shared/bench, and measures nothing without them. With --set or --limit, only the
parts fold and limit can be measured.

Options:
  --only PART    measure and write only this part and keep the rest of the document (${PARTS.join(', ')})
  --in-process   call the fold directly instead of through a running proxy: faster, with the same figures
  --set NAME     only this set, may be given more than once; nothing is written
                 (${SET_NAMES.join(', ')})
  --limit N      only the first N conversations of each set (part limit: N at equal distances); nothing is written
  --json         print the figures of each part as one line of JSON instead of tables
  --help         show this

Exits with 1 if a request fails or is refused, or if the proxy and the direct call of the fold differ.

Example:
  npm run bench:quality -- --in-process --set locomo --limit 2`

/**
 * The options in `argv`, or undefined if help was requested.
 * @throws {Error} that names the invalid option.
 */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string', multiple: true, default: [] },
      limit: { type: 'string' },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      'in-process': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  selected('--set', values.set, SET_NAMES)
  const { limit } = values
  const only = PARTS.find((part) => part === values.only)
  if (values.only !== undefined && !only) throw new Error(`Unknown part "${values.only}". See --help.`)
  if ((only === 'cost' || only === 'view') && (limit !== undefined || values.set.length > 0))
    throw new Error(`--only ${only} measures all conversations of all sets: leave out --set and --limit.`)
  return {
    sets: values.set,
    limit: limit === undefined ? undefined : wholeNumber('--limit', limit),
    isJson: values.json,
    isInProcess: values['in-process'],
    only,
  }
}
