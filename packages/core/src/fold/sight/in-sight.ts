import type { Piece } from '../transcript.ts'
import { argumentsOf } from './call-name.ts'
import { type OutputLines, readOutput } from './output-lines.ts'

/**
 * A tool's output that is sent, or a long text that a tool received: hashes and numbers of the lines that it contains
 * word for word, and no text.
 */
export interface InSight {
  readonly message: number
  readonly part: number
  readonly leaf: number
  /** Undefined for the output of a terminal. */
  readonly callId: string | undefined
  /** Name of the argument, if this is the input of a tool. */
  readonly argument?: string
  readonly isNumbered: boolean
  readonly labels: Int32Array
  /** 0 if the line is not contained itself, but replaced by a reference. */
  readonly hashes: Int32Array
}

/** Lines `[at, at + length)` of an output that are also in another one, from its line `from` on. Indexes from 0. */
export interface Run {
  readonly at: number
  readonly length: number
  readonly source: InSight
  readonly from: number
}

/** Least length of a referenced text. The reference costs about thirty tokens. */
const LEAST_CHARACTERS = 200

/** The long texts that a call passes to a tool: arguments are never shortened. */
export function givenBy(message: number, { part, leaf, callId = '', text }: Piece): InSight[] {
  const given: InSight[] = []
  for (const [argument, value] of Object.entries(argumentsOf(text))) {
    if (typeof value !== 'string' || value.length < LEAST_CHARACTERS) continue
    const { labels, hashes, isNumbered } = readOutput(value)
    given.push({ message, part, leaf, callId, argument, isNumbered, labels, hashes })
  }
  return given
}

/** True if an output is identical to `source` from the first line to the last, as far as hashes tell. */
export function isSame({ isNumbered, labels, hashes }: OutputLines, source: InSight): boolean {
  if (isNumbered !== source.isNumbered || hashes.length !== source.hashes.length) return false
  return hashes.every((hash, place) => hash === source.hashes[place] && labels[place] === source.labels[place])
}

/** A line of another output. */
export type Place = Pick<Run, 'source' | 'from'>

/** Long runs of lines that are in other outputs, in order, the longest from each line on. `placesOf`: the positions of a line. */
export function repeatedRuns(lines: OutputLines, placesOf: (hash: number) => readonly Place[]): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < lines.hashes.length; ) {
    const run = longestRun(lines, at, placesOf(lines.hashes[at]!))
    if (run && charactersOf(lines, run) >= LEAST_CHARACTERS) {
      runs.push(run)
      at += run.length
    } else at++
  }
  return runs
}

function longestRun(lines: OutputLines, at: number, places: readonly Place[]): Run | undefined {
  let longest: Run | undefined
  for (const { source, from } of places) {
    const length = runLength(lines, at, { source, from })
    if (length > (longest?.length ?? 0)) longest = { at, length, source, from }
  }
  return longest
}

/** A run continues while the lines are equal and both outputs' numbers increase by one, so first and last number define it. */
function runLength({ labels, hashes }: OutputLines, at: number, { source, from }: Place): number {
  if (labels[at]! < 0 || source.labels[from]! < 0) return 0
  let length = 0
  while (
    at + length < hashes.length &&
    hashes[at + length] === source.hashes[from + length] &&
    labels[at + length] === labels[at]! + length &&
    source.labels[from + length] === source.labels[from]! + length
  )
    length++
  return length
}

function charactersOf({ texts }: OutputLines, { at, length }: Run): number {
  let characters = 0
  for (let place = at; place < at + length && characters < LEAST_CHARACTERS; place++)
    characters += texts[place]!.length + 1
  return characters
}
