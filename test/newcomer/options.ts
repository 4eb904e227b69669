import { parseArgs } from 'node:util'

export const HELP = `Usage: npm run test:newcomer [-- --fresh | --keep | --help]

Does what somebody does who meets this project: clones the repository into an empty folder, with an empty home, and
runs its first commands. Then packs both packages and installs them elsewhere. What is not committed is not tried.

  --fresh      use an empty npm cache too, so that everything is fetched
  --keep       leave the folder there, and print where it is
  -h, --help   show this

Takes about a minute, and with --fresh as long as the downloads take.
`

export interface Options {
  readonly isFresh: boolean
  readonly isKept: boolean
}

/** The options in `argv`, or undefined when help is asked for. */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      fresh: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  return values.help ? undefined : { isFresh: values.fresh, isKept: values.keep }
}
