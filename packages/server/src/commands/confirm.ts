import { createInterface } from 'node:readline/promises'
import type { CommandStreams } from './command-context.ts'
import { UsageError } from './usage-error.ts'

/**
 * Asks a yes-or-no question on the terminal. Every answer but `y` and `yes` means no.
 * @throws {UsageError} when standard input or standard error is not a terminal. The message names `instead`, the option
 * that means yes.
 */
export async function confirm(
  question: string,
  { stdin, stderr, instead }: Pick<CommandStreams, 'stdin' | 'stderr'> & { readonly instead: string },
): Promise<boolean> {
  if (!stdin.isTTY) throw new UsageError(`standard input is not a terminal; add ${instead} to start`)
  // The question would be written to a file that nobody reads.
  if (!stderr.isTTY) throw new UsageError(`standard error is not a terminal; add ${instead} to start`)
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
