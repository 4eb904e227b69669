/** A Markdown table: a head, and rows whose first cell is their name. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column ? '--:' : ':--'))), ...rows.map(line)].join('\n')
}
