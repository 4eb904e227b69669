import { randomUUID } from 'node:crypto'
import type { Caller } from '../gate/key-port.ts'
import { createSession } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { Treatments } from './treatment.ts'

/** Caller of a trial with the admin token. It has no account, so it finds no data of any account. */
export const TRIAL_CALLER: Caller = {
  keyId: '',
  accountId: '',
  accountName: '',
  plan: 'free',
  requestsPerMinute: 0,
  limits: null,
  mode: null,
}

/** A new session for each trial, which continues nothing and is not stored. */
export const TRIAL_SESSIONS: Pick<Sessions, 'open' | 'remember'> = {
  async open(accountId) {
    const id = randomUUID()
    const session = createSession({ accountId, idHash: `trial ${id}`, generatedId: id, now: 0 })
    return { session, publicId: id }
  },
  remember: () => undefined,
}

/** A trial shows the effect of folding, even if requests are observed or held out. */
export const TRIAL_TREATMENTS: Pick<Treatments, 'of'> = {
  of: () => 'fold',
}
