import { CommanderError } from 'commander'
import { readEnvironment } from '../config/environment.ts'
import { findPlaces } from '../config/places.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'
import { readInput, readSecret } from './standard-input.ts'
import { UsageError } from './usage-error.ts'

/** Runs one command line; the result is its exit code: 0, 1 for a failure, 2 for wrong use, or that of a tool it ran. */
export async function runCommand(argv: readonly string[], entry: string): Promise<number> {
  const ownPart = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const output = createOutput(process, ownPart.includes('--json'))
  let exitCode = 0
  try {
    const variables = readEnvironment()
    const context = {
      output,
      variables,
      entry,
      places: findPlaces(variables),
      readInput,
      readSecret: (prompt: string) => readSecret(() => output.note(prompt)),
      endWith: (code: number) => {
        exitCode = code
      },
    }
    await createProgram(context).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help was asked for, or shown because nothing was: nothing to add to it.
      if (error.exitCode === 0) return 0
      if (error.code !== 'commander.help') output.failure(error.message.replace(/^error: /, '').replace('\n(', ' ('))
      return 2
    }
    output.failure(error instanceof Error ? error.message : 'something failed')
    return error instanceof UsageError ? 2 : 1
  }
}
