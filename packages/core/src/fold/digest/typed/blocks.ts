import { type BlockKind, kindOf } from './block-kind.ts'

/** A run of lines that are one kind of text. */
export interface Block {
  readonly kind: BlockKind | 'prose'
  readonly lines: readonly string[]
  /** Language and name of the file, as far as the text names them. Empty otherwise. */
  readonly label: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`\n]*)$/

/** Divides a text into runs of sentences and blocks, by fences or by shape. Linear. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let loose: string[] = []
  for (let place = 0; place < lines.length; place++) {
    const fence = FENCE.exec(lines[place]!)
    if (!fence) {
      loose.push(lines[place]!)
      continue
    }
    const before = loose.findLast((line) => line.trim()) ?? ''
    pushLoose(blocks, loose)
    loose = []
    const end = endOfFence(lines, place + 1, fence[1]!)
    const inner = lines.slice(place + 1, end)
    blocks.push({ kind: kindOf(inner, true) ?? 'prose', lines: inner, label: labelOf(fence[2]!, before, inner) })
    place = end
  }
  pushLoose(blocks, loose)
  return blocks
}

function endOfFence(lines: readonly string[], from: number, mark: string): number {
  let end = from
  while (end < lines.length && !lines[end]!.trimStart().startsWith(mark)) end++
  return end
}

const FILE = /(?:^|[\s"'`(*:=])((?:[\w@.~-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,7})(?=$|[\s"'`)*:,])/
const LONGEST_NAMING_LINE = 80

/** The language of a fence, and the file that is named in its head, the line before it or its first line. */
function labelOf(info: string, before: string, [first = '']: readonly string[]): string {
  const language = /^\s*([\w+#.-]{1,20})/.exec(info)?.[1] ?? ''
  const naming = [info, before, isComment(first) ? first : ''].filter((line) => line.length <= LONGEST_NAMING_LINE)
  const file = naming.map((line) => FILE.exec(line)?.[1]).find((name) => name !== undefined && name !== language)
  return [language, file].filter(Boolean).join(' ')
}

function isComment(line: string): boolean {
  return /^\s*(?:#|\/\/|\/\*|--|<!--|;|%)/.test(line)
}

/** Lines outside fences. Paragraphs with the shape of a block are separate blocks, and all others stay together. */
function pushLoose(blocks: Block[], lines: readonly string[]): void {
  let prose: string[] = []
  const flush = (): void => {
    if (prose.some((line) => line.trim())) blocks.push({ kind: 'prose', lines: prose, label: '' })
    prose = []
  }
  for (let place = 0; place < lines.length; ) {
    let end = place
    while (end < lines.length && lines[end]!.trim()) end++
    const paragraph = lines.slice(place, end)
    const isLong = end - place >= LEAST_LOOSE || /^\s*[[{]/.test(paragraph[0] ?? '')
    const found = isLong ? blockIn(paragraph) : undefined
    if (found) {
      for (const line of paragraph.slice(0, found.from)) prose.push(line)
      flush()
      blocks.push({ kind: found.kind, lines: paragraph.slice(found.from), label: '' })
    } else for (const line of paragraph) prose.push(line)
    // Keeps the blank line after the paragraph.
    if (end < lines.length) prose.push('')
    place = end + 1
  }
  flush()
}

const LEAST_LOOSE = 3

/** The block in a paragraph, without a sentence that introduces it. */
function blockIn(paragraph: readonly string[]): { readonly kind: BlockKind; readonly from: number } | undefined {
  for (const from of isIntroduction(paragraph[0]!) ? [1, 0] : [0, 1]) {
    const kind = kindOf(paragraph.slice(from), false)
    // The line before the steps of a stack is the error itself.
    if (kind) return { kind, from: kind === 'trace' ? 0 : from }
  }
  return undefined
}

/** "The log says:", not "class Harbour:" and not "def moor(ship):". */
function isIntroduction(line: string): boolean {
  return /^[^\p{Ll}\s][^()[\]{}=]*[:：]\s*$/u.test(line) && line.trim().includes(' ')
}
