import { mark, type SentLine, type Shortening } from '../shortening.ts'

/** A path has to be at least so long, and all its repetitions together. */
const LEAST_PATH = 16
const LEAST_SAVED = 100

/**
 * Lines of a listing or a search that begin with the same folders: a mark says with which, and they begin behind them.
 * Never in the view of a file.
 */
export const sharedPath: Shortening = {
  shorten(lines, { read }) {
    if (read.isNumbered) return lines
    const out: SentLine[] = []
    for (let i = 0; i < lines.length; ) {
      const run = runFrom(lines, i)
      if (!run) {
        out.push(lines[i++]!)
        continue
      }
      const { length, path } = run
      out.push(mark(`[the next ${length} lines begin with ${path}]`, lines[i]!.at))
      for (const line of lines.slice(i, i + length)) out.push({ ...line, text: line.text.slice(path.length) })
      i += length
    }
    return out
  },
}

interface Run {
  readonly length: number
  readonly path: string
}

/** The run from line `from` on that saves most, undefined when none saves enough. */
function runFrom(lines: readonly SentLine[], from: number): Run | undefined {
  let best: Run | undefined
  let path = pathOf(lines[from]!)
  for (let length = 2; from + length <= lines.length; length++) {
    path = sharedPathOf(path, pathOf(lines[from + length - 1]!))
    // A shorter path for many more lines is another run.
    if (path.length < LEAST_PATH || (best && 2 * path.length < best.path.length)) break
    if (savedBy({ length, path }) >= (best ? savedBy(best) : LEAST_SAVED)) best = { length, path }
  }
  return best
}

function savedBy({ length, path }: Run): number {
  return path.length * (length - 1)
}

/** The folders that a line begins with, up to the last one. */
function pathOf({ kind, text }: SentLine): string {
  if (kind !== 'line') return ''
  return FOLDERS.exec(text)?.[0] ?? ''
}

const FOLDERS = /^[^\s:'"<>()]{0,400}\//

function sharedPathOf(one: string, other: string): string {
  let end = 0
  while (end < one.length && one[end] === other[end]) end++
  return one.slice(0, one.lastIndexOf('/', end - 1) + 1)
}
