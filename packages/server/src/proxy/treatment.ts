import type { Hash } from '@pleat/core'
import type { Config } from '../config/config.ts'
import type { Caller } from '../gate/key-port.ts'
import type { Session } from './session.ts'

/** The treatment of a session's conversations: folded, folded without sending the result, or sent unchanged. */
export type Treatment = 'fold' | 'observe' | 'holdout'

/** Hex digits of the hash that are used: 52 bits, which a number represents exactly. */
const DIGITS = 13
const RANGE = 16 ** DIGITS

/**
 * Decides how sessions are treated. A session is held out by the hash of its id alone, so every process decides the same, also
 * after a restart. A larger share contains the sessions of a smaller one.
 */
export class Treatments {
  readonly mode: Config['mode']
  readonly holdoutShare: number
  readonly #hash: Hash

  constructor({ mode, holdoutShare, hash }: Pick<Config, 'mode' | 'holdoutShare'> & { readonly hash: Hash }) {
    this.mode = mode
    this.holdoutShare = holdoutShare
    this.#hash = hash
  }

  /** Returns the key's own mode, or else the setting `PLEAT_MODE`. */
  modeOf({ mode }: Pick<Caller, 'mode'>): Config['mode'] {
    return mode ?? this.mode
  }

  of(session: Session, caller: Pick<Caller, 'mode'>): Treatment {
    // A folded session stays folded: reasoning and the provider's cache are bound to the bytes that were sent.
    if (this.holdoutShare > 0 && !session.wasRewritten && this.isDrawn(session)) return 'holdout'
    return this.modeOf(caller)
  }

  /** True if the hash selects the session for the holdout, even if it was folded before. */
  isDrawn(session: Session): boolean {
    session.draw ??= this.#drawOf(session)
    return session.draw < this.holdoutShare
  }

  #drawOf({ accountId, idHash }: Session): number {
    const digest = Buffer.from(this.#hash(`holdout\n${accountId}\n${idHash}`), 'base64url').toString('hex')
    return Number.parseInt(digest.slice(0, DIGITS), 16) / RANGE
  }
}
