import { mark, type SentLine, type Shortening } from '../shortening.ts'

/**
 * Replaces line numbers with marks where they begin or jump: only there are they informative. Terminal output keeps
 * them, because its editors need them.
 */
export const lineNumbers: Shortening = {
  shorten(lines, { output, read }) {
    if (!read.isNumbered || output.callId === undefined) return lines
    const out: SentLine[] = []
    let expected = -1
    for (const line of lines) {
      if (line.kind !== 'line') {
        out.push(line)
        if (line.length) expected = read.labels[line.at + line.length - 1]! + 1
        continue
      }
      const number = read.numbers[line.at]!
      if (number >= 0) {
        if (number !== expected) out.push(mark(`[line ${number}]`, line.at))
        expected = number + 1
      }
      out.push({ ...line, text: read.texts[line.at]! })
    }
    return out
  },
}
