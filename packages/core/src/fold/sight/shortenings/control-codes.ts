import type { Shortening } from '../shortening.ts'

const ESCAPE = '\\u001b'
/** Escapes for colours and cursor movements. Escapes with text, such as the address of a link, begin differently. */
const CONTROL_CODE = new RegExp(`${ESCAPE}\\[[\\d;:?]{0,40}[A-Za-z]`, 'g')

/** Removes terminal codes for colours and cursor movements, and no readable text. Leaves views of files unchanged. */
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
