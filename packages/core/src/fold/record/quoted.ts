import { GAP, INSIDE, roundBrackets } from '../../words/own-brackets.ts'

/**
 * Text of a conversation inside a record: whatever it holds, no reader can take a part of it for what a record itself
 * writes. Quoting a quoted text changes nothing more.
 */

/** What a line of a record begins with: a number and the letter of a speaker, in look-alikes of other scripts as well. */
const SPEAKER = '[UATSＵＡＴＳАТЅΑΤ]'
const HEAD = `\\p{Nd}{1,9}\\p{Cf}{0,2}${SPEAKER}(?![\\p{L}\\p{N}_])`
const LINE_HEAD = new RegExp(`^[\\s\\p{Cf}\\p{Cc}]*${HEAD}`, 'u')
const ANY_HEAD = new RegExp(`(?<![^\\s\\p{Cf}\\p{Cc}])${HEAD}`, 'gu')

/** A line with a quotation mark before what would read as the head of a line. */
export function withoutHead(line: string): string {
  return LINE_HEAD.test(line) ? `"${line}` : line
}

/** The same of a text of which nobody can tell any more where its lines began. */
export function withoutHeads(text: string): string {
  return text.replace(ANY_HEAD, '"$&')
}

/** The text with round brackets where square ones would read as a mark or a preamble, of a record or of a transcript view. */
export const withoutMarks = roundBrackets(
  [
    `(?:now|not)["\\s\\p{Cf}\\p{Cc}]*\\p{Nd}{1,9}${GAP}${SPEAKER}`,
    'record\\s',
    'from the record',
    '[-−–]\\p{Nd}{3}',
    'elided',
    `(?:table|code|log|stack trace|diff)\\b${INSIDE}{0,80}?\\p{Nd}{1,9} (?:row|line|frame|file)s?:`,
    `JSON(?: ${INSIDE}{0,80})?:`,
  ],
  [
    'record\\]',
    '[-−–]\\p{Nd}{1,2}\\]',
    'A\\s?:',
    '(?:image|document|file|audio|input_audio|refusal|search_result|server_tool_use|\\w{1,40}_tool_result|mcp_tool_\\w{1,20}|tool_reference|container_upload|fallback|compaction)\\]',
  ],
)
