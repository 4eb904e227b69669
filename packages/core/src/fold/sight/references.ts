import type { Transcript } from '../transcript.ts'
import { argumentsOf, callName } from './call-name.ts'
import { type InSight, type Run, repeatedRuns, sameOutputs } from './in-sight.ts'
import { type OutputLines, readOutput } from './output-lines.ts'
import { outputsOf } from './outputs.ts'

/** Lines `[at, at + length)` of an output that a mark replaces, which names their position in another output. */
export interface Reference {
  readonly at: number
  readonly length: number
  readonly mark: string
}

/** The outputs to which one can refer. */
export interface Sight {
  readonly transcript: Transcript
  readonly inSight: readonly InSight[]
  /** Number of the turn a message belongs to. */
  turnOf(message: number): number
}

/**
 * Finds the parts of an output that another sent output contains word for word: all of it if both are identical, or else its
 * long runs of lines.
 */
export function referencesIn(text: string, lines: OutputLines, sight: Sight): Reference[] {
  if (!sight.inSight.length) return []
  const reader = sourceReader(sight)
  for (const source of sameOutputs(lines, sight.inSight)) {
    const read = reader(source)
    if (read?.text !== text) continue
    const { length } = lines.texts
    const what = length > 1 ? `the same ${length} lines as` : 'the same as'
    return [{ at: 0, length, mark: `[unchanged: ${what} in ${read.name}]` }]
  }
  const references: Reference[] = []
  for (const run of repeatedRuns(lines, sight.inSight)) {
    const read = reader(run.source)
    if (read && isEqual(lines, read.lines, run)) {
      references.push({ at: run.at, length: run.length, mark: markOf(lines, read, run) })
    }
  }
  return references
}

interface Read {
  readonly text: string
  readonly lines: OutputLines
  /** Turn and call, as `turn 14's Read /src/main.ts`. */
  readonly name: string
}

/** Returns a reader that reads each source once. Undefined for a source that no name identifies. */
function sourceReader({ transcript, turnOf }: Sight): (source: InSight) => Read | undefined {
  const known = new Map<InSight, Read | undefined>()
  const read = (source: InSight): Read | undefined => {
    const { message, callId, argument } = source
    const name = callId === undefined ? 'output' : callName(transcript, message, callId)
    const text = textOf(transcript, source)
    if (name === undefined || text === undefined) return undefined
    const given = argument === undefined ? '' : ` (${argument})`
    return { text, lines: readOutput(text), name: `turn ${turnOf(message)}'s ${name}${given}` }
  }
  return (source) => {
    if (!known.has(source)) known.set(source, read(source))
    return known.get(source)
  }
}

/** The text of a source. Undefined for an error, and for a result with several texts, which share one name. */
export function textOf(transcript: Transcript, { message, part, leaf, argument }: InSight): string | undefined {
  if (argument === undefined) {
    const output = outputsOf(transcript, message).find((each) => each.part === part && each.leaf === leaf)
    return output?.isOnly && !output.isError ? output.text : undefined
  }
  const [piece, ...others] = transcript.piecesOf(message).filter((each) => each.part === part)
  if (!piece || others.length) return undefined
  const value = (argumentsOf(piece.text) as Record<string, unknown>)[argument]
  return typeof value === 'string' ? value : undefined
}

/** Equal hashes may belong to different lines. */
function isEqual(lines: OutputLines, source: OutputLines, { at, length, from }: Run): boolean {
  for (let step = 0; step < length; step++) if (lines.texts[at + step] !== source.texts[from + step]) return false
  return true
}

function markOf(lines: OutputLines, source: Read, { at, length, from }: Run): string {
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
