import { digestLinesByMessage, splitDigest } from './digest-lines.ts'
import type { AddedText, ExplainedMessage, Explanation } from './explanation.ts'
import { padTo, printableText, wrapText } from './terminal-text.ts'

/** Size of the output. */
export interface Layout {
  /** Columns of the terminal. */
  readonly width: number
  /** Maximum number of lines per text. A longer text ends with the number of lines left out. */
  readonly maxLines: number
}

/** A cell of one side: a token count and a text. */
interface Cell {
  readonly tokens?: number | undefined
  readonly text: string
}

interface Row {
  /** Turn and speaker of a message. Absent for moved messages, digest heads and recalls. */
  readonly head?: string
  readonly left?: Cell
  readonly right?: Cell
}

const HEAD_WIDTH = 15
const TOKENS_WIDTH = 7
const LEAST_TEXT_WIDTH = 12
const LEFT_HEAD = 'ORIGINAL'
const RIGHT_HEAD = 'SENT'

/**
 * The original conversation on the left, and the sent text beside the message that it comes from. Moved messages follow
 * the fold, with nothing on the left.
 */
export function describeSideBySide(explanation: Explanation, layout: Layout): string {
  const fixed = HEAD_WIDTH + 2 * (TOKENS_WIDTH + 2) + 3
  const width = Math.max(LEAST_TEXT_WIDTH, Math.floor((layout.width - fixed) / 2))
  const sides = { width, maxLines: layout.maxLines }
  const head: Row = { head: 'TURN', left: { text: LEFT_HEAD }, right: { text: RIGHT_HEAD } }
  const rule = '-'.repeat(Math.min(layout.width, fixed + 2 * width))
  return [...printRow(head, sides), rule, ...rowsOf(explanation).flatMap((row) => printRow(row, sides))].join('\n')
}

function rowsOf(explanation: Explanation): readonly Row[] {
  const { messages, added } = explanation
  const lines = digestLinesByMessage(explanation)
  const carried = messages.filter(({ fate }) => fate === 'carried')
  const firstKept = messages.findLastIndex(({ fate }) => fate === 'folded' || fate === 'carried') + 1
  const rows: Row[] = []
  for (const message of messages) {
    if (message.index === firstKept) for (const each of carried) rows.push({ right: sentCell(each, each.text) })
    for (const text of added) if (text.from === message.index) rows.push({ right: addedCell(text) })
    const row = { head: headOf(message), left: { tokens: message.tokens, text: message.text } }
    const right = rightOf(message, lines.get(message.index))
    rows.push(right ? { ...row, right } : row)
  }
  return rows
}

function headOf({ turn, role }: ExplainedMessage): string {
  return `${String(turn).padStart(4)} ${role}`
}

/** The cell of a recall or of the head of a digest. The lines of a digest are beside their messages. */
function addedCell({ kind, text, tokens }: AddedText): Cell {
  return { tokens, text: kind === 'digest' ? splitDigest(text).head : text }
}

function rightOf(message: ExplainedMessage, digestLines: readonly string[] | undefined): Cell | undefined {
  if (message.fate === 'folded') return digestLines && { text: digestLines.join('\n') }
  if (message.fate === 'carried') return undefined
  return sentCell(message, message.fate === 'shortened' ? (message.sentText ?? '') : '(unchanged)')
}

function sentCell({ sentTokens }: ExplainedMessage, text: string): Cell {
  return { tokens: sentTokens, text }
}

function printRow({ head, left, right }: Row, sides: { width: number; maxLines: number }): string[] {
  const [one, other] = [linesOf(left, sides), linesOf(right, sides)]
  return Array.from({ length: Math.max(one.length, other.length) }, (_, number) => {
    const start = padTo(number === 0 ? (head ?? '') : '', HEAD_WIDTH)
    const before = cellLine(left, one, number)
    const after = cellLine(right, other, number)
    return `${start}${padTo(before, TOKENS_WIDTH + 2 + sides.width)} | ${after}`.trimEnd()
  })
}

function cellLine(cell: Cell | undefined, lines: readonly string[], number: number): string {
  const isFirst = number === 0 && cell !== undefined
  const tokens = isFirst
    ? (cell.tokens?.toLocaleString('en-US') ?? (cell.text === LEFT_HEAD || cell.text === RIGHT_HEAD ? 'TOKENS' : ''))
    : ''
  return `${tokens.padStart(TOKENS_WIDTH)}  ${lines[number] ?? ''}`
}

function linesOf(cell: Cell | undefined, { width, maxLines }: { width: number; maxLines: number }): string[] {
  if (!cell) return []
  const lines = wrapText(printableText(cell.text), width)
  if (lines.length <= maxLines) return lines
  const shown = Math.max(0, maxLines - 1)
  return [...lines.slice(0, shown), ...wrapText(`... ${lines.length - shown} more lines`, width).slice(0, 1)]
}
