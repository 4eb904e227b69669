import { CommanderError } from 'commander'
import { type Environment, loadEnvironment } from '../config/environment.ts'
import type { CommandStreams } from './command-context.ts'
import { protectDashedId } from './dashed-id.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'
import { ReportedFailure } from './reported-failure.ts'
import { readSecretInput } from './secret-input.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command line. Resolves to its exit code: 0, 1 for a failure, 2 for wrong usage.
 * @param variables the environment, which overrides `.env`
 */
export async function runCommand(
  argv: readonly string[],
  streams: CommandStreams = process,
  variables?: Environment['variables'],
): Promise<number> {
  const output = createOutput(streams, argv.includes('--json'))
  try {
    const context = {
      output,
      streams,
      ...loadEnvironment(process.cwd(), variables),
      readSecretInput: (prompt: string) => readSecretInput(streams.stdin, () => output.note(prompt)),
    }
    await createProgram(context).parseAsync(protectDashedId(argv), { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the help, on request or for a group without a command.
      if (error.exitCode === 0) return 0
      if (error.code !== 'commander.help') output.failure(describeUsage(error))
      return 2
    }
    if (error instanceof ReportedFailure) return 1
    output.failure(error instanceof Error ? error.message : String(error))
    return error instanceof UsageError ? 2 : 1
  }
}

/** One line with the mistake, and with a pointer to the help if commander suggests no name. */
function describeUsage({ message }: CommanderError): string {
  const [problem, suggestion] = message.replace(/^error: /, '').split('\n(')
  return suggestion === undefined ? `${problem!.replace(/\.$/, '')}; see --help` : `${problem} (${suggestion}`
}
