import { givenBy, type InSight } from './in-sight.ts'
import { readOutput } from './output-lines.ts'
import { outputsOf } from './outputs.ts'
import type { Sight } from './references.ts'
import { shortenOutput } from './shorten-output.ts'

/** The text of one leaf as it is sent from its first request on. */
export interface Shortened {
  readonly part: number
  readonly leaf: number
  readonly text: string
  /** True if it refers to other output, which must precede it. */
  readonly isReferring: boolean
}

/** The form in which a message's tool output is sent, and the lines to which later output can refer. */
export interface FirstSight {
  readonly shortened: readonly Shortened[]
  readonly inSight: readonly InSight[]
}

/** Shorter outputs are never rewritten. */
const LEAST_LENGTH = 80
/** A rewritten form must be shorter by this share, or by this number of characters. */
const LEAST_GAIN = { share: 0.04, characters: 60 }

/**
 * Returns the tool output of message `index` in a shorter, equivalent form (`shorten-output`). Error messages are never
 * shortened. The form depends only on the message and the output in sight, which only a fold removes, so sent bytes stay the
 * same. With `isShortened` false, nothing is shortened.
 */
export function firstSightOf(sight: Sight, index: number, isShortened: boolean): FirstSight {
  const shortened: Shortened[] = []
  const inSight: InSight[] = []
  const { transcript } = sight
  for (const piece of transcript.piecesOf(index)) {
    if (piece.kind === 'call') for (const given of givenBy(index, piece)) inSight.push(given)
  }
  for (const output of outputsOf(transcript, index)) {
    const { part, leaf, text, callId } = output
    const place = { message: index, part, leaf, callId }
    if (output.isError || text.length < LEAST_LENGTH) {
      inSight.push({ ...place, ...NO_LINES })
      continue
    }
    const read = readOutput(text)
    const { isNumbered, labels, hashes } = read
    inSight.push({ ...place, isNumbered, labels, hashes })
    if (!isShortened) continue
    const before = [...sight.inSight, ...inSight.slice(0, -1)]
    const lines = shortenOutput({ output, read, sight: { ...sight, inSight: before } })
    const short = lines.map((line) => line.text).join('\n')
    const least = Math.min(LEAST_GAIN.share * text.length, LEAST_GAIN.characters)
    if (text.length - short.length < least) continue
    const references = lines.filter(({ kind }) => kind === 'reference')
    shortened.push({ part, leaf, text: short, isReferring: references.length > 0 })
    for (const { at, length } of references) hashes.fill(0, at, at + length)
  }
  return { shortened, inSight }
}

/** The lines of an output to which no mark may refer: none. */
const NO_LINES = { isNumbered: false, labels: new Int32Array(0), hashes: new Int32Array(0) }
