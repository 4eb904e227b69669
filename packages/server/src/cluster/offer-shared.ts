import type { Config } from '../config/config.ts'
import type { CountAnswer, CountQuestion, WorkerLink } from './calls.ts'
import type { SharedSessions } from './shared-sessions.ts'

/** The state that workers share. */
export interface SharedParts {
  readonly config: Pick<Config, 'workers'>
  readonly shared: SharedSessions
  readonly windows: {
    take(node: string, subject: CountQuestion['subject'], own: { minute: number; total: number }): CountAnswer
    peek(node: string, subject: CountQuestion['subject']): CountAnswer
  }
  /** The worker's name in the shared rate limit. */
  readonly node: string
}

/** Gives a worker access to the shared rate limit windows and sessions. */
export function offerShared(
  link: Pick<WorkerLink, 'offer'>,
  { config: { workers }, shared, windows, node }: SharedParts,
): void {
  link.offer('take', ({ subject, minute, total }) => windows.take(node, subject, { minute, total }))
  link.offer('peek', ({ subject }) => windows.peek(node, subject))
  link.offer('beat', () => workers)
  link.offer('openSession', (question) => shared.open(question))
  link.offer('updateSession', (update) => shared.update(update))
}
