import { isIdentifier } from '../../tool-data/key-value.ts'
import { readStructured } from '../../tool-data/structured-text.ts'
import { readJson } from '../../tool-text.ts'
import { outputIn, perMessage, type Transcript } from '../../transcript.ts'
import type { Proposal } from '../recall-source.ts'

/**
 * True for a row of a table that `records` of the recall contain with the names of its columns. The row of a thing with an
 * identifier is left out even if some of its values are: newer ones have replaced them.
 */
export function isRecalledRecord(
  transcript: Transcript,
  { index, text }: Pick<Proposal, 'index' | 'text'>,
  records: readonly Proposal[],
): boolean {
  if (!records.length || !isTable(transcript, index)) return false
  const cells = text.split(/[\s|;,]+/).filter(Boolean)
  return records.some((record) => {
    const [name] = record.text.split(' ', 1)
    if (isIdentifier(name!) && cells.includes(name!)) return true
    return record.index === index && cells.every((cell) => record.text.includes(cell))
  })
}

const isTable = perMessage((transcript, index): boolean =>
  outputIn(transcript, index).some((text) => readJson(text) === undefined && Array.isArray(readStructured(text))),
)
