import type { Reporter, TestModule } from 'vitest/node'
import type { Figures } from './figures.ts'

const MAX_NAME = 70

/** Prints the figures of the attacks as tables, one for each file. */
export default class FiguresReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const rows: Figures[] = []
    for (const test of module.children.allTests()) {
      for (const figures of test.meta().figures ?? []) {
        rows.push({ attack: test.name.slice(0, MAX_NAME), ...figures, result: test.result().state })
      }
    }
    if (rows.length > 0) process.stdout.write(`\n${module.relativeModuleId}\n${table(rows)}\n`)
  }
}

function table(rows: readonly Figures[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)))
  const isNumeric = columns.map((column) => rows.every((row) => typeof (row[column] ?? 0) === 'number'))
  return cells
    .map((line) => line.map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))))
    .map((line) => line.join('  ').trimEnd())
    .join('\n')
}
