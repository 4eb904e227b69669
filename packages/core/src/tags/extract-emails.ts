import { MARK } from './chunks.ts'
import type { TagSheet } from './sheet.ts'

const EMAIL = /^(?:mailto:)?([^@\s/:]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}{2,24})$/u

/** Mail addresses. */
export function extractEmails(sheet: TagSheet): void {
  for (const { text, start, end, marks } of sheet.chunks) {
    if (!(marks & MARK.at)) continue
    const address = EMAIL.exec(text)?.[1]
    if (address) sheet.put({ kind: 'email', text: address.toLowerCase(), start, end })
  }
}
