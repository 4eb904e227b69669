import { type Run, repeatedRuns } from './in-sight.ts'
import type { MessageSight, SourceText } from './message-sight.ts'
import type { OutputLines } from './output-lines.ts'

/** Lines `[at, at + length)` of an output that a mark replaces, which names their position in another output. */
export interface Reference {
  readonly at: number
  readonly length: number
  readonly mark: string
}

/**
 * Finds the parts of an output that another sent output contains word for word: all of it if both are identical, or else its
 * long runs of lines.
 */
export function referencesIn(text: string, lines: OutputLines, sight: MessageSight): Reference[] {
  for (const source of sight.sameAs(lines)) {
    const read = sight.textOf(source)
    if (read?.text !== text) continue
    const { length } = lines.texts
    const what = length > 1 ? `the same ${length} lines as` : 'the same as'
    return [{ at: 0, length, mark: `[unchanged: ${what} in ${read.name}]` }]
  }
  const references: Reference[] = []
  for (const run of repeatedRuns(lines, (hash) => sight.placesOf(hash))) {
    const read = sight.textOf(run.source)
    if (read && isEqual(lines, read.lines, run)) {
      references.push({ at: run.at, length: run.length, mark: markOf(lines, read, run) })
    }
  }
  return references
}

/** Equal hashes may belong to different lines. */
function isEqual(lines: OutputLines, source: OutputLines, { at, length, from }: Run): boolean {
  for (let step = 0; step < length; step++) if (lines.texts[at + step] !== source.texts[from + step]) return false
  return true
}

function markOf(lines: OutputLines, source: SourceText, { at, length, from }: Run): string {
  const own = rangeOf(lines, at, length)
  const other = rangeOf(source.lines, from, length)
  const isInPlace = own === other && lines.isNumbered === source.lines.isNumbered
  return isInPlace
    ? `[lines ${own} unchanged: the same as in ${source.name}]`
    : `[lines ${own}: the same as lines ${other} of ${source.name}]`
}

function rangeOf({ labels }: OutputLines, at: number, length: number): string {
  return `${labels[at]}-${labels[at + length - 1]}`
}
