import { GAP, INSIDE, roundBrackets } from '../../words/own-brackets.ts'

/**
 * Quotes text of a conversation inside a record, so that no reader can take a part of it for the record's own text. Quoting is
 * idempotent.
 */

/** The head of a record's line: a number and the letter of a speaker, including look-alikes of other scripts. */
const SPEAKER = '[UATSＵＡＴＳАТЅΑΤ]'
const HEAD = `\\p{Nd}{1,9}\\p{Cf}{0,2}${SPEAKER}(?![\\p{L}\\p{N}_])`
const LINE_HEAD = new RegExp(`^[\\s\\p{Cf}\\p{Cc}]*${HEAD}`, 'u')
const ANY_HEAD = new RegExp(`(?<![^\\s\\p{Cf}\\p{Cc}])${HEAD}`, 'gu')

/** Puts a quotation mark before a line that would read as a line head. */
export function withoutHead(line: string): string {
  return LINE_HEAD.test(line) ? `"${line}` : line
}

/** Puts a quotation mark before every possible line head in a text whose line starts are no longer known. */
export function withoutHeads(text: string): string {
  return text.replace(ANY_HEAD, '"$&')
}

/** Replaces square brackets that would read as a mark or a preamble, of a record or a transcript view, with round ones. */
export const withoutMarks = roundBrackets(
  [
    `(?:now|not)["\\s\\p{Cf}\\p{Cc}]*\\p{Nd}{1,9}${GAP}${SPEAKER}`,
    'record\\s',
    // Digests omit articles.
    'from (?:the )?record',
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
