import type { Hash } from '@pleat/core'
import type { Config } from '../config/config.ts'
import type { Caller } from '../gate/key-port.ts'
import type { Session } from './session.ts'

/** What is done with the conversations of a session: folded, computed without being rewritten, or left as they came. */
export type Treatment = 'fold' | 'observe' | 'holdout'

/** Hex digits of the hash that decides; 52 bits, which a number holds exactly. */
const DIGITS = 13
const RANGE = 16 ** DIGITS

/**
 * Decides how sessions are treated. A session is held out by the hash of its id alone, so every process decides the same,
 * also after a restart; with a larger share the sessions of a smaller one stay held out.
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

  /** Whether the conversations of a key are folded or observed: as the key says, else as the setting says. */
  modeOf({ mode }: Pick<Caller, 'mode'>): Config['mode'] {
    return mode ?? this.mode
  }

  of(session: Session, caller: Pick<Caller, 'mode'>): Treatment {
    // What was folded once is folded on: reasoning and the provider's cache are bound to what was sent.
    if (this.holdoutShare > 0 && !session.wasRewritten && this.isDrawn(session)) return 'holdout'
    return this.modeOf(caller)
  }

  /** Whether the hash holds the session out, folded before or not. */
  isDrawn(session: Session): boolean {
    session.draw ??= this.#drawOf(session)
    return session.draw < this.holdoutShare
  }

  #drawOf({ accountId, idHash }: Session): number {
    const digest = Buffer.from(this.#hash(`holdout\n${accountId}\n${idHash}`), 'base64url').toString('hex')
    return Number.parseInt(digest.slice(0, DIGITS), 16) / RANGE
  }
}
