/** The command was called wrongly: exit code 2, where a failure is 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
