/**
 * Text of a conversation inside a record: whatever it holds, no reader can take a part of it for what a record itself
 * writes. Quoting a quoted text changes nothing more.
 */

/** What a line of a record begins with: a number and the letter of a speaker, in look-alikes of other scripts as well. */
const HEAD = '\\p{Nd}{1,9}\\p{Cf}{0,2}[UATSＵＡＴＳАТЅΑΤ](?![\\p{L}\\p{N}_])'
const LINE_HEAD = new RegExp(`^[\\s\\p{Cf}\\p{Cc}]*${HEAD}`, 'u')
const ANY_HEAD = new RegExp(`(?<![^\\s\\p{Cf}\\p{Cc}])${HEAD}`, 'gu')

/** Square brackets, and those that look like them. */
const OPENING = '[\\[［【〔〖⟦❲⁅]'
const INSIDE = '[^\\[\\]［【〔〖⟦❲⁅]'
const GAP = '[\\s\\p{Cf}\\p{Cc}]*'
/** Behind a word a short bracket is an index, a type argument or the like: `items[-1]`, `List[Record]`. */
const APART = '(?<![\\p{L}\\p{N}_)\\]])'

/** Beginnings of what a record or a transcript view writes in brackets, wherever they stand. */
const CONTENTS = [
  `(?:now|not)${GAP}\\p{Nd}{1,9}${GAP}[UATSＵＡＴＳАТЅΑΤ]`,
  'record\\s',
  'from the record',
  '[-−–]\\p{Nd}{3}',
  'elided',
  `(?:table|code|log|stack trace|diff)\\b${INSIDE}{0,80}?\\p{Nd}{1,9} (?:row|line|frame|file)s?:`,
  `JSON(?: ${INSIDE}{0,80})?:`,
]
/** The same where nothing stands directly before the bracket. */
const CONTENTS_APART = [
  'record\\]',
  '[-−–]\\p{Nd}{1,2}\\]',
  'A\\s?:',
  '(?:image|document|file|audio|input_audio|refusal|search_result|server_tool_use|\\w{1,40}_tool_result|mcp_tool_\\w{1,20}|tool_reference|container_upload|fallback|compaction)\\]',
]
const MARK = new RegExp(
  `(?:${OPENING}(?=${GAP}(?:${CONTENTS.join('|')}))|${APART}${OPENING}(?=${GAP}(?:${CONTENTS_APART.join('|')})))(?:(${INSIDE}{0,240})\\])?`,
  'giu',
)
const ANY_OPENING = new RegExp(OPENING, 'u')

/** The line with a quotation mark before what would read as the head of a line. */
export function withoutHead(line: string): string {
  return LINE_HEAD.test(line) ? `"${line}` : line
}

/** The same of a text of which nobody can tell any more where its lines began. */
export function withoutHeads(text: string): string {
  return text.replace(ANY_HEAD, '"$&')
}

/** The text with round brackets where square ones would read as a mark or a preamble. */
export function withoutMarks(text: string): string {
  if (!ANY_OPENING.test(text)) return text
  return text.replace(MARK, (_match, inside: string | undefined) => (inside === undefined ? '(' : `(${inside})`))
}
