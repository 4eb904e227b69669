/** The command failed, and its printed result contains the reason: exit code 1 without an error message. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure'
}
