import type { SessionSignal } from '../gate/session-id.ts'
import type { Session } from './session.ts'
import type { RequestHashes } from './session-tips.ts'

/** A session of a request, and the id by which its answer names it. */
export interface OpenedSession {
  readonly session: Session
  readonly publicId: string
}

/** Which conversation a request belongs to. */
export interface SessionRegistry {
  /** Sessions that began since the start. */
  readonly begun: number
  /** The session `signal` names; without one, that of the longest known prefix; else a new one. */
  open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession>
  /**
   * Notes that a request was answered whose messages have this hash. Resolves when decisions that it was sent by are stored;
   * undefined if there is nothing to wait for.
   */
  remember(session: Session, head: string | undefined): Promise<void> | undefined
  /** Notes that a request is over, with what its receipt taught the session. */
  settle(session: Session): void
  /** Writes at most `most` of the sessions that wait for it. */
  save(most?: number): Promise<void>
  close(): Promise<void>
}
