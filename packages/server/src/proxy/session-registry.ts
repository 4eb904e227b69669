import type { SessionSignal } from '../gate/session-id.ts'
import type { Session } from './session.ts'
import type { RequestHashes } from './session-tips.ts'

/** The session of a request, and its id for the response. */
export interface OpenedSession {
  readonly session: Session
  readonly publicId: string
}

/** Finds the session of each request. */
export interface SessionRegistry {
  /** Sessions that began since the start. */
  readonly begun: number
  /** Returns the session that `signal` names, or else the one that the messages continue, or else a new one. */
  open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession>
  /**
   * Notes that a request whose messages have this hash was answered. Resolves when the decisions that shaped it are stored;
   * undefined if none has to be stored.
   */
  remember(session: Session, head: string | undefined): Promise<void> | undefined
  /** Notes that a request is finished, and the changes of the session by its receipt. */
  settle(session: Session): void
  /** Writes at most `most` of the waiting sessions. */
  save(most?: number): Promise<void>
  close(): Promise<void>
}
