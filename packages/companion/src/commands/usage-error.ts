/** A wrong argument or option. The exit code is 2; that of a failure is 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
