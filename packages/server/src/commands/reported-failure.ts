/** The command failed and its result says how: exit code 1 with nothing more to print. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure'
}
