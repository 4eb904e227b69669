import { isIdentifier } from '../../tool-data/key-value.ts'
import { readStructured } from '../../tool-data/structured-text.ts'
import { readJson } from '../../tool-text.ts'
import { outputIn, perMessage, type Transcript } from '../../transcript.ts'
import type { Proposal } from '../recall-source.ts'

/**
 * True for a table row that the recall already contains as one of its `records`, with the table's column names. If the
 * record's name is an identifier in the row, other values of the row do not matter: newer ones have replaced them.
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
