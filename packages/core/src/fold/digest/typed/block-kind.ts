import { parseJson } from '../../../json.ts'

/** Kinds of text other than sentences, recognised by their shape and not by a language. */
export type BlockKind = 'code' | 'json' | 'table' | 'log' | 'diff' | 'trace'

/** Characters of a line that are examined. No shape needs more, and longer lines are data. */
const LONGEST_LINE = 400

/** The kind of these lines. Undefined for sentences or a plain listing. `isFenced`: the text is marked as other than prose. */
export function kindOf(lines: readonly string[], isFenced: boolean): BlockKind | undefined {
  const filled = lines.filter((line) => line.trim()).map((line) => line.slice(0, LONGEST_LINE))
  if (!filled.length) return undefined
  if (isDiff(filled)) return 'diff'
  if (isTrace(filled)) return 'trace'
  if (isJson(lines)) return 'json'
  if (isTable(filled, isFenced)) return 'table'
  if (isLog(filled)) return 'log'
  return isCode(filled, isFenced) ? 'code' : undefined
}

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/

function isDiff(lines: readonly string[]): boolean {
  return lines.some((line, place) => HUNK.test(line) || opensDiff(lines, place))
}

/** True if the changes of a file begin with this line. */
export function opensDiff(lines: readonly string[], place: number): boolean {
  const line = lines[place]!
  return line.startsWith('diff --git ') || (line.startsWith('--- ') && lines[place + 1]?.startsWith('+++ ') === true)
}

/** A step of a stack: marked as one, or a place in a file that is numbered or indented. */
const FRAME =
  /^\s+at \S|^\s*File "[^"]+", line \d+|^(?:\s*from |#\d+ +|\s*\d+: +)\S.{0,200}\.\w{1,6}(?::\d+|\(\d+\)|:line \d+)|^\s+\S.{0,200}\/[\w.@-]{1,80}\.\w{1,6}:\d+/

export function isFrame(line: string): boolean {
  return FRAME.test(line)
}

function isTrace(lines: readonly string[]): boolean {
  const frames = lines.filter(isFrame).length
  // In some languages the line of code is between the frames.
  return frames >= 2 && frames >= 0.3 * lines.length
}

/** Least characters of a JSON block. A shorter value has no shorter outline. */
const LEAST_JSON = 120

function isJson(lines: readonly string[]): boolean {
  const text = lines.join('\n').trim()
  if (text.length < LEAST_JSON || !/^[[{]/.test(text) || !/[\]}]$/.test(text)) return false
  return typeof parseJson(text) === 'object'
}

const STAMP =
  /^\W{0,2}(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,_]|\d\d?:\d\d:\d\d|\p{Lu}\p{Ll}{2} [ \d]\d \d\d:\d\d|\d{10,13}\b|\S+ \S+ \S+ \[\d)/u
const LEVEL = /(?:^|[\s[<(|=])(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE)(?:[\s\]>)|:,]|$)/
const LEAST_LOG = 4

/** True if most lines begin with a time or name a level, and many are alike. Chats with times before the messages are not. */
function isLog(lines: readonly string[]): boolean {
  if (lines.length < LEAST_LOG) return false
  const levels = lines.filter((line) => LEVEL.test(line.slice(0, 80))).length
  const stamped = lines.filter((line) => STAMP.test(line) || LEVEL.test(line.slice(0, 12))).length
  if (stamped < 0.6 * lines.length) return false
  return levels >= 0.3 * lines.length || new Set(lines.map(templateOf)).size <= 0.5 * lines.length
}

/** A line without its variable parts: figures, hashes, quoted values. */
export function templateOf(line: string): string {
  return line
    .replace(/"[^"]*"|'[^']*'/g, '"')
    .replace(/\b(?=\w*\d)[\w.:-]+/g, '0')
    .trim()
}

const RULE = /^\s*(?:[|+]\s*)?:?-{2,}:?\s*(?:[|+]\s*:?-{2,}:?\s*)+(?:[|+]\s*)?$/
const LEAST_ROWS = 3

export function isRule(line: string): boolean {
  return RULE.test(line)
}

function isTable(lines: readonly string[], isFenced: boolean): boolean {
  const rule = lines.findIndex(isRule)
  if (rule >= 0 && rule <= 2)
    return lines.length > rule + 1 && lines.every((line) => isRule(line) || line.includes('|'))
  const separator = lines.length > LEAST_ROWS ? separatorOf(lines) : undefined
  // A list of names with commas between sentences is not a table.
  return separator === '\t' || (separator !== undefined && isFenced)
}

/** The character that separates every line into the same number of short cells. Undefined if there is none. */
export function separatorOf(lines: readonly string[]): string | undefined {
  return ['\t', ';', ',', '|'].find((separator) => {
    const cells = lines.map((line) => line.split(separator))
    const { length } = cells[0]!
    const isEven = length >= 3 && cells.every((row) => row.length === length)
    // Cells are short and do not end a sentence.
    return (
      isEven &&
      cells.every((row) => row.every((cell) => cell.length <= 40)) &&
      !lines.some((line) => /[.;{}]\s*$/.test(line))
    )
  })
}

const CODE_LINE =
  /[{};,([]\s*$|\b(?:do|then|begin)\s*$|^\s*end\b|^\s*[)}\]]|^\s*(?:\/\/|\/\*|\*\/|# ?\w|--\s|@\w|<\/?\w)|\)\s*(?::|->.{0,40}:|=>)?\s*$|^\s*[\w.$[\]'"]{1,60}\s*(?:[-+*/|&:]?=|<-)\s*\S|^\s*\$ \S/
const LEAST_CODE = 3
const LEAST_LOOSE_CODE = 5

function isCode(lines: readonly string[], isFenced: boolean): boolean {
  if (lines.length < (isFenced ? LEAST_CODE : LEAST_LOOSE_CODE)) return false
  const code = lines.filter((line) => CODE_LINE.test(line)).length
  if (isFenced) return code >= 0.3 * lines.length
  return code >= 0.7 * lines.length && lines.some((line) => /[{};]\s*$|\):\s*$/.test(line))
}
