/** Possible separators of a row's cells. Each is tried on the whole text. */
const SEPARATORS = ['\t', '|', ';', ',', /\s{2,}/] as const
const LEAST_ROWS = 8
const LONGEST_LINE = 1000
/** Longest cell. Most rows of fewer than `LEAST_CELLS` cells must contain a figure, since prose also has commas. */
const LONGEST_CELL = 60
const LEAST_CELLS = 3
const QUOTED = /"[^"]*"/g

/** True if the text contains a table in any notation: consecutive lines with the same number of short cells. */
export function holdsRows(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.length >= LEAST_ROWS && SEPARATORS.some((separator) => longestTable(lines, separator) >= LEAST_ROWS)
}

function longestTable(lines: readonly string[], separator: string | RegExp): number {
  let longest = 0
  let run: { cells: number; rows: number; withFigure: number } = { cells: 0, rows: 0, withFigure: 0 }
  for (const line of lines) {
    const cells = cellsOf(line, separator)
    const isGoingOn = cells > 1 && cells === run.cells
    run = isGoingOn ? { ...run, rows: run.rows + 1 } : { cells, rows: cells > 1 ? 1 : 0, withFigure: 0 }
    if (run.rows > 0 && /\d/.test(line)) run.withFigure++
    const isTable = run.cells >= LEAST_CELLS || run.withFigure > 0.5 * run.rows
    if (isTable) longest = Math.max(longest, run.rows)
  }
  return longest
}

/** Number of cells of a line. 0 if it is not a row. */
function cellsOf(line: string, separator: string | RegExp): number {
  if (!line || line.length > LONGEST_LINE || /[.!?。]$/.test(line)) return 0
  const cells = line.replace(QUOTED, '"').split(separator)
  return cells.every((cell) => cell.length <= LONGEST_CELL) ? cells.length : 0
}
