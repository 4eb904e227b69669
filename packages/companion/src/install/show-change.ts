/** A change of a file as text; `after` is undefined if the file is removed. */
export function describeChange(before: string, after: string | undefined): string {
  return after === undefined ? '(the file is removed)' : showChange(before, after)
}

/** The removed and added lines of a change, with one line of context. */
export function showChange(before: string, after: string): string {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const lines: string[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    if (i < old.length && old[i] === fresh[j]) {
      lines.push(`  ${old[i]}`)
      i++
      j++
      continue
    }
    // A change consists of whole runs of lines, so the next unchanged line ends the run.
    const again = i < old.length ? fresh.indexOf(old[i]!, j) : -1
    const gone = j < fresh.length ? old.indexOf(fresh[j]!, i) : -1
    if (again >= 0 && (gone < 0 || again - j <= gone - i)) while (j < again) lines.push(`+ ${fresh[j++]}`)
    else if (gone >= 0) while (i < gone) lines.push(`- ${old[i++]}`)
    else {
      if (i < old.length) lines.push(`- ${old[i++]}`)
      if (j < fresh.length) lines.push(`+ ${fresh[j++]}`)
    }
  }
  return nearChanges(lines).join('\n')
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function nearChanges(lines: readonly string[]): string[] {
  const isChange = (line: string | undefined): boolean => line !== undefined && !line.startsWith('  ')
  return lines.filter((line, i) => isChange(line) || isChange(lines[i - 1]) || isChange(lines[i + 1]))
}
