import { mark, type SentLine, type Shortening } from '../shortening.ts'

const LEAST_REPEATS = 3

/** Replaces runs of equal lines with one line and a count. */
export const equalLines: Shortening = {
  shorten(lines) {
    const out: SentLine[] = []
    for (let i = 0; i < lines.length; ) {
      const line = lines[i]!
      let end = i + 1
      while (line.kind === 'line' && end < lines.length && lines[end]!.text === line.text) end++
      const more = end - i - 1
      if (more >= LEAST_REPEATS && line.text.trim()) out.push(line, mark(`[the same line ${more} more times]`, line.at))
      else for (let at = i; at < end; at++) out.push(lines[at]!)
      i = end
    }
    return out
  },
}
