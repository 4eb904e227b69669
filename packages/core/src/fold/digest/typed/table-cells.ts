/** The cells of a table row, without Markdown marks and quotation marks. */
export function cellsOf(line: string, separator: string): string[] {
  const inner = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line
  return inner.split(separator).map((cell) =>
    cell
      .replace(/\*\*|`/g, '')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  )
}
