import type { Variables } from '../config/environment.ts'
import type { Places } from '../config/places.ts'
import type { Output } from './output.ts'

/** What a command works with. */
export interface CommandContext {
  readonly output: Output
  readonly variables: Variables
  readonly places: Places
  /** The file this command was started from. */
  readonly entry: string
  /** All of standard input as text. */
  readInput(): Promise<string>
  /** A secret from standard input; `prompt` is shown where a person is typing, and what is typed is not. */
  readSecret(prompt: string): Promise<string>
  /** Exits with this code although nothing failed. */
  endWith(exitCode: number): void
}
