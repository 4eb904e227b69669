import { givenBy, type InSight } from './in-sight.ts'
import { MessageSight, type Sight } from './message-sight.ts'
import { readOutput } from './output-lines.ts'
import { type Output, outputsOf } from './outputs.ts'
import { shortenOutput } from './shorten-output.ts'
import type { SentLine, ShownOutput } from './shortening.ts'

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
  const { transcript } = sight
  const inSight = transcript.piecesOf(index).flatMap((piece) => (piece.kind === 'call' ? givenBy(index, piece) : []))
  const outputs = outputsOf(transcript, index)
  const isRead = ({ isError, text }: Output): boolean => !isError && text.length >= LEAST_LENGTH
  const reads = new Map(outputs.filter(isRead).map((output) => [output, readOutput(output.text)]))
  const own = isShortened && reads.size > 0 ? new MessageSight(sight, reads.values()) : undefined
  for (const source of inSight) own?.add(source)
  const shortened: Shortened[] = []
  for (const output of outputs) {
    const { part, leaf, callId } = output
    const read = reads.get(output)
    const { isNumbered, labels, hashes } = read ?? NO_LINES
    const short = read && own && shorterForm({ output, read, sight: own })
    if (short) {
      const references = short.filter(({ kind }) => kind === 'reference')
      shortened.push({ part, leaf, text: textOf(short), isReferring: references.length > 0 })
      for (const { at, length } of references) hashes.fill(0, at, at + length)
    }
    const source = { message: index, part, leaf, callId, isNumbered, labels, hashes }
    inSight.push(source)
    own?.add(source)
  }
  return { shortened, inSight }
}

/** The lines that are sent for an output. Undefined if they are not shorter enough. */
function shorterForm(shown: ShownOutput): readonly SentLine[] | undefined {
  const { length } = shown.output.text
  const lines = shortenOutput(shown)
  const least = Math.min(LEAST_GAIN.share * length, LEAST_GAIN.characters)
  return length - textOf(lines).length >= least ? lines : undefined
}

function textOf(lines: readonly SentLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

/** The lines of an error or of a short output, to which no mark may refer. */
const NO_LINES = { isNumbered: false, labels: new Int32Array(0), hashes: new Int32Array(0) }
