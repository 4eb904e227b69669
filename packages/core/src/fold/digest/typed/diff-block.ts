import { opensDiff } from './block-kind.ts'
import { cut, leftOut } from './left-out.ts'

interface FileChange {
  path: string
  readonly added: string[]
  readonly removed: string[]
}

const LONGEST_LINE = 120
/** Changed lines shown of each side of a file. */
const MAX_LINES = 3
const MAX_FILES = 8

/** Each file with its numbers of added and removed lines, and its most informative lines: the longest, in their order. */
export function diffOutline(lines: readonly string[]): string[] {
  const files = changesIn(lines)
  const outline = files.slice(0, MAX_FILES).map(({ path, added, removed }) => {
    const shown = [
      ...longestLines(removed).map((line) => `- ${line}`),
      ...longestLines(added).map((line) => `+ ${line}`),
    ]
    const left = filled(added).length + filled(removed).length - shown.length
    const rest = leftOut(left, 'line')
    return [`${path} +${added.length} -${removed.length}`.trim(), ...shown, ...rest].join('; ')
  })
  return [...outline, ...leftOut(files.length - MAX_FILES, 'file')]
}

export function fileCount(lines: readonly string[]): number {
  return changesIn(lines).length
}

function changesIn(lines: readonly string[]): FileChange[] {
  const files: FileChange[] = []
  let isBody = false
  for (const [place, line] of lines.entries()) {
    if (opensDiff(lines, place) && !(line.startsWith('--- ') && isFresh(files))) {
      files.push({ path: pathIn(line), added: [], removed: [] })
      isBody = false
    } else if (line.startsWith('@@ -')) {
      if (!files.length) files.push({ path: '', added: [], removed: [] })
      isBody = true
    }
    const file = files.at(-1)
    if (!file) continue
    if (line.startsWith('+++ ') && !isBody) file.path = newPath(line, file.path)
    else if (isBody && line.startsWith('+')) file.added.push(line.slice(1))
    else if (isBody && line.startsWith('-')) file.removed.push(line.slice(1))
  }
  return files
}

/** True if the newest file has no changes yet, so that the next lines are its own head. */
function isFresh(files: readonly FileChange[]): boolean {
  const last = files.at(-1)
  return last !== undefined && last.added.length + last.removed.length === 0
}

function pathIn(line: string): string {
  return (line.split(' ').at(-1) ?? '').replace(/^[ab]\//, '')
}

function newPath(line: string, before: string): string {
  const path = line
    .slice(4)
    .split('\t')[0]!
    .replace(/^[ab]\//, '')
  return path === '/dev/null' ? `${before} (deleted)` : path
}

function filled(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line.length > 1)
}

function longestLines(lines: readonly string[]): string[] {
  const texts = filled(lines)
  const longest = new Set(texts.toSorted((a, b) => b.length - a.length).slice(0, MAX_LINES))
  return texts.filter((text) => longest.delete(text)).map((text) => cut(text, LONGEST_LINE))
}
