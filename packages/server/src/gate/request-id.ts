import { randomBytes } from 'node:crypto'

/** Distinguishes processes. The counter after it distinguishes requests, more cheaply than new random bytes would. */
const PROCESS_PART = randomBytes(9).toString('hex')
let count = 0

/** A new request id, unique among all processes: `req_`, letters and digits. */
export function newRequestId(): string {
  count++
  return `req_${PROCESS_PART}${count.toString(36).padStart(8, '0')}`
}
