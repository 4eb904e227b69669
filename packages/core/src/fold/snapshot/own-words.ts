import { PREAMBLES } from '../record/record.ts'

const MARKS = [
  '; unlike the others: ',
  '[unchanged: the same lines as in turn ',
  '[unchanged: the same as in turn ',
  ' unchanged: the same as in turn ',
  '[lines : the same as lines of turn ',
  '[the same line more times]',
  '[the next line was written times]',
  '[last lines: as before]',
  '[last line: as before]',
  '[stack trace, frames: ',
  '[table, rows: columns ',
  '[code lines: signatures',
  '[log, lines: ',
  '[diff, files: (deleted)',
  '[JSON: elements, keys',
  'output tool',
  ' | … 1 more; … 1 row; … 1 line; … 1 key; … 1 element; … 1 frame; … 1 signature',
]

/**
 * The words that the fold adds to its quotes: preambles, and the words of marks and outlines. A text with other words
 * that are in no message is not written into a snapshot.
 */
export const OWN_WORDS = [...Object.values(PREAMBLES), ...MARKS].join('\n')

/** The index by which texts quote these words, as if a message contained them. */
export const OWN = -1
