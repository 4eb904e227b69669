import type { Shortening } from '../shortening.ts'

const ESCAPE = '\\u001b'
/** Colours, and where the cursor goes. What an escape says in words, such as the address of a link, begins otherwise. */
const CONTROL_CODE = new RegExp(`${ESCAPE}\\[[\\d;:?]{0,40}[A-Za-z]`, 'g')

/** The codes by which a terminal colours text go; all that can be read stays. Never in the view of a file. */
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
