import { type PassageKind, passageKindOfFence, passageKindOfLines } from './passage-kind.ts'

/** A run of whole lines of one kind, by UTF-16 offsets into the message. */
export interface Passage {
  readonly kind: PassageKind
  readonly start: number
  readonly end: number
}

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A line with a later backtick is inline code. */
const FENCE = /^\s{0,3}(`{3,}(?![^`]*`)|~{3,})\s*([\w+#.-]*)/

/** The passages of a message, from left to right. Together they contain every line that is not blank. Linear. */
export function passagesOf(content: string): Passage[] {
  const passages: Passage[] = []
  let paragraph: Line[] = []
  const flush = (): void => {
    if (paragraph.length) push(passages, paragraph, content)
    paragraph = []
  }
  const lines = linesOf(content)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const fence = FENCE.exec(line.text)
    if (fence) {
      flush()
      const close = closingFence(lines, at, fence[1]!)
      const end = lines[close]!.end
      passages.push({ kind: passageKindOfFence(fence[2]!, content.slice(line.end, end)), start: line.start, end })
      at = close
    } else if (!line.text.trim()) flush()
    else paragraph.push(line)
  }
  flush()
  return passages
}

/** A line with at least as many marks closes a fence. An unclosed fence extends to the end. */
function closingFence(lines: readonly Line[], open: number, fence: string): number {
  for (let at = open + 1; at < lines.length; at++) if (lines[at]!.text.trimStart().startsWith(fence)) return at
  return lines.length - 1
}

function linesOf(content: string): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start <= content.length) {
    let end = content.indexOf('\n', start)
    if (end < 0) end = content.length
    lines.push({ start, end, text: content.slice(start, end) })
    start = end + 1
  }
  return lines
}

/**
 * Combines adjacent lines of one kind into a passage. Passages of one kind that only blank lines separate are joined,
 * except prose.
 */
function push(passages: Passage[], paragraph: readonly Line[], content: string): void {
  const kinds = passageKindOfLines(paragraph.map((line) => line.text))
  for (let i = 0; i < paragraph.length; i++) {
    const line = paragraph[i]!
    const kind = kinds[i]!
    const last = passages.at(-1)
    const isNext = i > 0 || (kind !== 'prose' && last && !content.slice(last.end, line.start).trim())
    if (isNext && last?.kind === kind) passages[passages.length - 1] = { kind, start: last.start, end: line.end }
    else passages.push({ kind, start: line.start, end: line.end })
  }
}
