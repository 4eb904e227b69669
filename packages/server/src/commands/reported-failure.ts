/** The command failed, and its printed result says how: exit code 1 without an error message. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure'
}
