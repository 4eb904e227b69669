import { ServiceError } from '../../errors.ts'

type FailureKind = 'closed' | 'connect timeout' | 'headers timeout' | 'body timeout' | 'aborted' | 'shut down'

const MESSAGES: Readonly<Record<FailureKind, string>> = {
  closed: 'The provider closed the connection.',
  'connect timeout': 'No connection to the provider came about in time.',
  'headers timeout': 'The provider did not begin to answer in time.',
  'body timeout': 'The provider stopped in the middle of an answer.',
  aborted: 'The request was aborted.',
  'shut down': 'The server is shutting down.',
}

/** Why there is no answer, or not all of one, where it is not the system that says so. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind) {
    super(MESSAGES[kind])
    this.name = 'UpstreamFailure'
    this.kind = kind
  }
}

/** Whether the peer refused the connection, so that nothing was sent. */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED'
}

/** What the client is told of a request without an answer. */
export function toServiceError(error: unknown): ServiceError {
  const isTimeout = error instanceof UpstreamFailure ? error.kind.endsWith('timeout') : codeOf(error) === 'ETIMEDOUT'
  return new ServiceError(isTimeout ? 'upstream_timeout' : 'upstream_unreachable', { cause: error })
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return (error as NodeJS.ErrnoException | undefined)?.code
}
