import { text } from 'node:stream/consumers'
import { CommanderError } from 'commander'
import { readEnvironment } from '../config/environment.ts'
import { userPaths } from '../config/user-paths.ts'
import { removeOldViews } from '../hooks/stored-view.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'
import { readSecret } from './standard-input.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command line. Resolves to its exit code: 0, 1 for a failure, 2 for wrong usage, or that of a started tool. */
export async function runCommand(argv: readonly string[], entry: string): Promise<number> {
  const ownPart = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const output = createOutput(process, ownPart.includes('--json'))
  let exitCode = 0
  try {
    const variables = readEnvironment()
    const paths = userPaths(variables)
    removeOldViews(paths, Date.now())
    const context = {
      output,
      variables,
      entry,
      paths,
      readInput: () => text(process.stdin),
      readSecret: (prompt: string) => readSecret(() => output.note(prompt)),
      endWith: (code: number) => {
        exitCode = code
      },
    }
    await createProgram(context).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the help, on request or for an empty command line.
      if (error.exitCode === 0) return 0
      if (error.code !== 'commander.help') output.failure(describeUsage(error))
      return 2
    }
    output.failure(error instanceof Error ? error.message : 'the command failed for an unknown reason')
    return error instanceof UsageError ? 2 : 1
  }
}

/** One line with the mistake, and with a pointer to the help if commander suggests no name. */
function describeUsage({ message }: CommanderError): string {
  const [problem, suggestion] = message.replace(/^error: /, '').split('\n(')
  return suggestion === undefined ? `${problem!.replace(/\.$/, '')}; see --help` : `${problem} (${suggestion}`
}
