import { parseArgs } from 'node:util'
import { CASES } from './cases.ts'

/** Options of the command. */
export interface Options {
  readonly isQuick: boolean
  readonly isJson: boolean
  readonly withMemory: boolean
  /** Names of cases; empty for all. */
  readonly only: readonly string[]
  /** Directory for Pleat's CPU profile. */
  readonly profile: string | undefined
}

export const HELP = `Usage: npm run bench:speed -- [options]

Measure Pleat next to its upstream, a bare pass-through and another gateway, and write bench/SPEED.md.
Takes five to ten minutes. The figures depend on the machine and do not affect the exit code.

Options:
  --quick             fewer and shorter rounds, under a minute and a half; does not write bench/SPEED.md
  --memory            also takes 1,000 sessions of 100k tokens through Pleat (some minutes more)
  --json              print all figures as JSON instead of tables
  --only CASE         only this case, may be given more than once; does not write bench/SPEED.md
                      (${CASES.map(({ name }) => name).join(', ')})
  --profile FOLDER    write a CPU profile of Pleat to this folder
  --help              show this

Example:
  npm run bench:speed -- --only 1kb-flood --only 1kb --quick`

/**
 * The options in `argv`, or undefined if help was requested.
 * @throws {Error} that names the invalid option.
 */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const unknown = values.only.find((name) => !CASES.some((known) => known.name === name))
  if (unknown !== undefined) throw new Error(`Unknown case "${unknown}". See --help.`)
  const { quick, json, memory, only, profile } = values
  return { isQuick: quick, isJson: json, withMemory: memory, only, profile }
}
