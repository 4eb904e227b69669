import type { Transcript } from '../transcript.ts'
import { argumentsOf, callName } from './call-name.ts'
import { type InSight, isSame, type Place } from './in-sight.ts'
import { type OutputLines, readOutput } from './output-lines.ts'
import { outputsOf } from './outputs.ts'

/** The outputs to which one can refer. */
export interface Sight {
  readonly transcript: Transcript
  readonly inSight: readonly InSight[]
  /** Number of the turn a message belongs to. */
  turnOf(message: number): number
}

/** An output to which another one refers. */
export interface SourceText {
  readonly text: string
  readonly lines: OutputLines
  /** Turn and call, as `turn 14's Read /src/main.ts`. */
  readonly name: string
}

/** Number of positions of a line that are compared, newest output first: lines that occur everywhere are not informative. */
const MAX_PLACES = 8

/**
 * The outputs to which the outputs of one message can refer, found by their lines. A message may contain thousands of
 * outputs, so those in sight are read once for all of them.
 */
export class MessageSight {
  readonly transcript: Transcript
  readonly #turnOf: Sight['turnOf']
  /** Positions of the lines that the message contains, newest output first. */
  readonly #places: ReadonlyMap<number, Place[]>
  /** Outputs by their number of lines and their first line, oldest first. */
  readonly #byStart = new Map<string, InSight[]>()
  readonly #texts = new Map<InSight, SourceText | undefined>()
  /** The newest output of a tool or terminal. Inputs of tools do not count. */
  newest: InSight | undefined

  constructor({ transcript, inSight, turnOf }: Sight, read: Iterable<OutputLines>) {
    this.transcript = transcript
    this.#turnOf = turnOf
    const places = new Map<number, Place[]>()
    for (const { hashes } of read) for (const hash of hashes) places.set(hash, [])
    this.#places = places
    for (const source of inSight) this.add(source)
  }

  /** Adds an output, to which the following ones can refer. */
  add(source: InSight): void {
    if (source.argument === undefined) this.newest = source
    const start = startOf(source)
    const sameStart = this.#byStart.get(start)
    if (sameStart) sameStart.push(source)
    else this.#byStart.set(start, [source])
    const own = new Map<number, Place[]>()
    for (const [from, hash] of source.hashes.entries()) {
      if (!this.#places.has(hash)) continue
      const known = own.get(hash)
      if (!known) own.set(hash, [{ source, from }])
      else if (known.length < MAX_PLACES) known.push({ source, from })
    }
    for (const [hash, newer] of own) {
      const places = this.#places.get(hash)!
      places.unshift(...newer)
      places.length = Math.min(places.length, MAX_PLACES)
    }
  }

  /** The positions of a line of the message in other outputs, newest output first. */
  placesOf(hash: number): readonly Place[] {
    return this.#places.get(hash) ?? []
  }

  /** The outputs that are identical from the first line to the last, newest first. */
  sameAs(lines: OutputLines): InSight[] {
    return (this.#byStart.get(startOf(lines)) ?? []).filter((source) => isSame(lines, source)).reverse()
  }

  /** The text of an output. Undefined if no name identifies it. */
  textOf(source: InSight): SourceText | undefined {
    if (!this.#texts.has(source)) this.#texts.set(source, this.#read(source))
    return this.#texts.get(source)
  }

  #read(source: InSight): SourceText | undefined {
    const { message, callId, argument } = source
    const name = callId === undefined ? 'output' : callName(this.transcript, message, callId)
    const text = textOf(this.transcript, source)
    if (name === undefined || text === undefined) return undefined
    const given = argument === undefined ? '' : ` (${argument})`
    return { text, lines: readOutput(text), name: `turn ${this.#turnOf(message)}'s ${name}${given}` }
  }
}

function startOf({ hashes }: Pick<InSight, 'hashes'>): string {
  return `${hashes.length} ${hashes[0]}`
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
