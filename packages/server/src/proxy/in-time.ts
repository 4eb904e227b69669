import type { Limits } from '../limits.ts'
import type { Log } from '../ports.ts'
import type { Counters } from './counters.ts'
import { type Rewrite, unchanged } from './rewrite.ts'

export interface DeadlineDeps {
  readonly log: Log
  readonly counters: Counters
  readonly limits: Pick<Limits, 'foldTimeoutMs'>
}

/**
 * What the fold makes of a request, or the request as it came once the deadline has passed (fail open). The fold goes on:
 * what it remembers then is there for the next turn.
 */
export function inTime({ log, counters, limits }: DeadlineDeps, folding: Promise<Rewrite>): Promise<Rewrite> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      counters.add('fold_late')
      log.warn({}, 'A fold took too long; the request is sent as it came.')
      resolve(unchanged('deadline'))
    }, limits.foldTimeoutMs)
    const settle = () => clearTimeout(timer)
    folding.then(resolve, reject).finally(settle)
  })
}
