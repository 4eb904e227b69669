import { parseArgs } from 'node:util'
import { LANGUAGES, type Sentences } from '../../packages/core/src/fold/truth/statement.fixture.ts'
import { wholeNumber } from '../options.ts'

export const HELP = `Usage: npm run bench:truth -- [options]

Count the faults in the requests and transcript views of generated talks, and all marks of the views, by kind.

Options:
  --talks N        talks of each language (default 60)
  --seed N         seed of the talks (default 7)
  --language ID    only this language: ${Object.keys(LANGUAGES).join(', ')}
  --show KIND      print up to 10 different faults of each language whose kind begins with KIND
  --shrink KIND    search 1,000 talks of each language, for at most 2 minutes, for a fault whose kind begins with KIND,
                   and print the smallest talk that was found; excludes --talks and --show
  --help           print this text

Exits with 1 if the talks of a language have no folded request or no view.

Example:
  npm run bench:truth -- --language en --shrink 'old alone'`

export interface Options {
  readonly isHelp: boolean
  readonly talks: number
  readonly seed: number
  readonly languages: readonly (readonly [id: string, sentences: Sentences])[]
  readonly show: string | undefined
  readonly shrink: string | undefined
}

/** @throws {Error} for a wrong value, and for options that exclude each other. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      talks: { type: 'string' },
      seed: { type: 'string', default: '7' },
      language: { type: 'string' },
      show: { type: 'string' },
      shrink: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { talks, show, shrink, language } = values
  if (shrink !== undefined && (talks !== undefined || show !== undefined)) {
    throw new Error('--shrink excludes --talks and --show. See --help.')
  }
  const languages = Object.entries(LANGUAGES).filter(([id]) => language === undefined || id === language)
  if (!languages.length) throw new Error(`Unknown language "${language}". See --help.`)
  return {
    isHelp: values.help,
    talks: wholeNumber('--talks', talks ?? '60'),
    seed: wholeNumber('--seed', values.seed, 0),
    languages,
    show,
    shrink,
  }
}
