import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import type { Output } from './output.ts'

/** The environment and streams of a command. */
export interface CommandContext {
  readonly output: Output
  readonly variables: Variables
  readonly paths: UserPaths
  /** Path of the file that this command was started from. */
  readonly entry: string
  /** Reads all of standard input as text. */
  readInput(): Promise<string>
  /** Reads a secret from standard input. On a terminal it shows `prompt` and does not echo the input. */
  readSecret(prompt: string): Promise<string>
  /** Sets the exit code of a command that did not fail. */
  endWith(exitCode: number): void
}
