import type { Shortening } from '../shortening.ts'

const ESCAPE = '\\u001b'
/** Escapes for colours and cursor movements. Escapes with text, such as the address of a link, begin differently. */
const CONTROL_CODE = new RegExp(`${ESCAPE}\\[[\\d;:?]{0,40}[A-Za-z]`, 'g')

/** Removes the codes with which a terminal colours text, and no readable text. Never in the view of a file. */
export const controlCodes: Shortening = {
  shorten(lines, { read }) {
    if (read.isNumbered) return lines
    return lines.map((line) => {
      return line.kind === 'line' && line.text.includes('\u001b')
        ? { ...line, text: line.text.replace(CONTROL_CODE, '') }
        : line
    })
  },
}
