import { parseArgs } from 'node:util'
import { SETS } from './sets.ts'

/** Options of the command. */
export interface Options {
  /** Names of sets; empty for all. */
  readonly sets: readonly string[]
  /** Number of conversations of each set, counted from the first; undefined for all. */
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
repository: the command looks for them in ../shared/bench, and measures nothing without them.

Options:
  --only PART    measure and write only this part and keep the rest of the document (${PARTS.join(', ')})
  --in-process   call the fold directly instead of through a running proxy: faster, with the same figures
  --set NAME     only this set, may be given more than once; nothing is written
                 (${SETS.map(({ name }) => name).join(', ')})
  --limit N      only the first N conversations of each set; nothing is written
  --json         print the figures as one line of JSON instead of tables
  --help         show this

Exits with 1 if a request is refused, or if the proxy and the direct call of the fold differ.

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
  const unknown = values.set.find((name) => !SETS.some((known) => known.name === name))
  if (unknown !== undefined) throw new Error(`Unknown set "${unknown}". See --help.`)
  const { limit } = values
  const only = PARTS.find((part) => part === values.only)
  if (values.only !== undefined && !only) throw new Error(`Unknown part "${values.only}". See --help.`)
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) throw new Error('--limit must be a whole number from 1 on.')
  return {
    sets: values.set,
    limit: limit === undefined ? undefined : Number(limit),
    isJson: values.json,
    isInProcess: values['in-process'],
    only,
  }
}
