import { parseArgs } from 'node:util'

export const HELP = `Usage: npm run test:newcomer [-- --fresh | --keep | --help]

Try the first steps of a new user: clone the repository into an empty folder, with an empty home directory, and run the
first commands of the README. Then pack both packages and install them in another folder. Uncommitted changes are not
part of the clone.

  --fresh      use an empty npm cache too, so that everything is downloaded
  --keep       keep the folder, and print its path
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
