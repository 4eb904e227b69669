import { percentSaved } from '../commands/output.ts'
import type { DemoRow } from './play-demo.ts'

const BAR_WIDTH = 40

/** The table of turns. The whole bar is the original request, its dark part the sent tokens. */
export function tableOf(rows: readonly DemoRow[]): string {
  const longest = Math.max(...rows.map(({ originalTokens }) => originalTokens))
  const lines = rows.map((row) => {
    const cells = [
      String(row.turn).padStart(5),
      String(row.originalTokens).padStart(10),
      String(row.sentTokens).padStart(8),
      `${row.savedPercent.toFixed(1)} %`.padStart(9),
      `${row.overheadMs} ms`.padStart(9),
    ]
    return `${cells.join('')}  ${bar(row, longest)}`
  })
  return [' turn  original    sent    saved overhead', ...lines].join('\n')
}

function bar({ originalTokens, sentTokens }: DemoRow, longest: number): string {
  const width = (tokens: number) => Math.max(1, Math.round((tokens / longest) * BAR_WIDTH))
  const sent = width(sentTokens)
  return '█'.repeat(sent) + '░'.repeat(Math.max(0, width(originalTokens) - sent))
}

/** Totals of all turns. */
export function totalsOf(rows: readonly DemoRow[]): { original: number; sent: number; savedPercent: number } {
  const sum = (pick: (row: DemoRow) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const original = sum(({ originalTokens }) => originalTokens)
  const sent = sum(({ sentTokens }) => sentTokens)
  return { original, sent, savedPercent: percentSaved(original, original - sent) }
}

/** The lines before the newest message that contain one of `facts`, each record with its first line. */
export function linesWith(
  facts: readonly string[],
  sent: readonly { readonly role: string; readonly content: string }[],
): string[] {
  return sent.slice(0, -1).flatMap(({ content }) => {
    const lines = content.split('\n')
    const found = lines.filter((line) => facts.some((fact) => line.includes(fact)))
    return found.length === 0 || !lines[0]!.startsWith('[') ? found : [lines[0]!, ...found]
  })
}
