import { randomBytes } from 'node:crypto'

/** Tells processes apart; the counter behind it tells requests apart, at less cost than new randomness for each. */
const PROCESS_PART = randomBytes(9).toString('hex')
let count = 0

/** A new id for a request, unique among all processes: `req_` and letters and digits. */
export function newRequestId(): string {
  count++
  return `req_${PROCESS_PART}${count.toString(36).padStart(8, '0')}`
}
