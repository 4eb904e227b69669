import { mark, type Shortening } from '../shortening.ts'

/** Least number of earlier states. With fewer, the mark saves nothing. */
const LEAST_STATES = 3
const WORD = /\p{L}[\p{L}\p{N}_]+/gu

/**
 * Replaces a line that a program overwrote repeatedly, such as a progress bar, with a mark that counts its states, and
 * its last state. Only if the earlier states contain no word that the last one lacks.
 */
export const overwritten: Shortening = {
  shorten(lines, { read }) {
    if (read.isNumbered) return lines
    return lines.flatMap((line) => {
      if (line.kind !== 'line' || !line.text.includes('\r')) return [line]
      const states = line.text.split('\r').filter((state) => state.trim())
      const last = states.pop()
      if (last === undefined || states.length < LEAST_STATES || !saysAll(last, states)) return [line]
      const end = line.text.endsWith('\r') ? '\r' : ''
      return [mark(`[the next line was written ${states.length + 1} times]`, line.at), { ...line, text: last + end }]
    })
  },
}

function saysAll(last: string, states: readonly string[]): boolean {
  const words = new Set(last.match(WORD))
  return states.every((state) => (state.match(WORD) ?? []).every((word) => words.has(word)))
}
