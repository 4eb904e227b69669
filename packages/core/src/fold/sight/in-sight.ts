import type { Piece } from '../transcript.ts'
import { argumentsOf } from './call-name.ts'
import { type OutputLines, readOutput } from './output-lines.ts'

/**
 * A tool's output that is sent, or a long text that one was given: which of its lines stand there word for word, as numbers.
 * Holds no text.
 */
export interface InSight {
  readonly message: number
  readonly part: number
  readonly leaf: number
  /** Undefined for what a shell printed. */
  readonly callId: string | undefined
  /** Name of the argument, where this is what a tool was given. */
  readonly argument?: string
  readonly isNumbered: boolean
  readonly labels: Int32Array
  /** 0 where a line does not stand there itself, but is said to be the same as one elsewhere. */
  readonly hashes: Int32Array
}

/** Lines `[at, at + length)` of an output that stand in another one from its line `from` on. Places from 0. */
export interface Run {
  readonly at: number
  readonly length: number
  readonly source: InSight
  readonly from: number
}

/** So many places of a line are looked at, newest output first: lines that stand everywhere say nothing. */
const MOST_PLACES = 8
/** A reference costs some thirty tokens. */
const LEAST_CHARACTERS = 200

/** The long texts that a tool is given by a call: arguments are never sent in another form. */
export function givenBy(message: number, { part, leaf, callId = '', text }: Piece): InSight[] {
  const given: InSight[] = []
  for (const [argument, value] of Object.entries(argumentsOf(text))) {
    if (typeof value !== 'string' || value.length < LEAST_CHARACTERS) continue
    const { labels, hashes, isNumbered } = readOutput(value)
    given.push({ message, part, leaf, callId, argument, isNumbered, labels, hashes })
  }
  return given
}

/** The outputs that are the same from the first line to the last, newest first. */
export function sameOutputs(lines: OutputLines, inSight: readonly InSight[]): InSight[] {
  return inSight.filter((source) => isSame(lines, source)).reverse()
}

function isSame({ isNumbered, labels, hashes }: OutputLines, source: InSight): boolean {
  if (isNumbered !== source.isNumbered || hashes.length !== source.hashes.length) return false
  return hashes.every((hash, place) => hash === source.hashes[place] && labels[place] === source.labels[place])
}

/** Long runs of lines that stand in other outputs, in their order, the longest from each line on. */
export function repeatedRuns(lines: OutputLines, inSight: readonly InSight[]): Run[] {
  const places = placesOf(lines, inSight)
  const runs: Run[] = []
  for (let at = 0; at < lines.hashes.length; ) {
    const run = longestRun(lines, at, places.get(lines.hashes[at]!) ?? [])
    if (run && charactersOf(lines, run) >= LEAST_CHARACTERS) {
      runs.push(run)
      at += run.length
    } else at++
  }
  return runs
}

interface Place {
  readonly source: InSight
  readonly from: number
}

function placesOf({ hashes }: OutputLines, inSight: readonly InSight[]): Map<number, Place[]> {
  const places = new Map<number, Place[]>()
  for (const hash of hashes) places.set(hash, [])
  for (const source of inSight.toReversed()) {
    for (let from = 0; from < source.hashes.length; from++) {
      const known = places.get(source.hashes[from]!)
      if (known && known.length < MOST_PLACES) known.push({ source, from })
    }
  }
  return places
}

function longestRun(lines: OutputLines, at: number, places: readonly Place[]): Run | undefined {
  let longest: Run | undefined
  for (const { source, from } of places) {
    const length = runLength(lines, at, { source, from })
    if (length > (longest?.length ?? 0)) longest = { at, length, source, from }
  }
  return longest
}

/** A run goes on while the lines are the same and both outputs count on: so first and last number say all of it. */
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
