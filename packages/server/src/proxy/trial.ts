import { randomUUID } from 'node:crypto'
import type { Caller } from '../gate/key-port.ts'
import { createSession } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { Treatments } from './treatment.ts'

/** Whoever tries with the admin token: no account, so that nothing is found that belongs to one. */
export const TRIAL_CALLER: Caller = {
  keyId: '',
  accountId: '',
  accountName: '',
  plan: 'free',
  requestsPerMinute: 0,
  limits: null,
  mode: null,
}

/** Sessions for one trial each: they continue nothing, and nothing of them is kept. */
export const TRIAL_SESSIONS: Pick<Sessions, 'open' | 'remember'> = {
  async open(accountId) {
    const id = randomUUID()
    const session = createSession({ accountId, idHash: `trial ${id}`, generatedId: id, now: 0 })
    return { session, publicId: id }
  },
  remember: () => undefined,
}

/** A trial shows what folding would do, whatever is done with the requests of others. */
export const TRIAL_TREATMENTS: Pick<Treatments, 'of'> = {
  of: () => 'fold',
}
