import type { WireFigures } from './play.ts'
import { CHAT, RESPONSES } from './wires.ts'

const MAX_POINTS_APART = 2

/** The figures of one set over one wire. */
export interface Row {
  readonly set: string
  readonly wire: string
  readonly figures: WireFigures
}

/** One line for each fault. `rows` contains a row of the chat wire for each set. */
export function faultsOf(rows: readonly Row[]): string[] {
  const faults: string[] = []
  for (const { set, wire, figures } of rows) {
    const wrong = figures.failed + figures.refused + figures.bodyDiffers + figures.lost
    if (wrong > 0) faults.push(`${set}, ${wire}: ${wrong}`)
    if (figures.folded === 0) faults.push(`${set}, ${wire}: none of ${figures.requests} requests was folded`)
    const chat = rows.find((row) => row.set === set && row.wire === CHAT.name)!
    const apart = Math.abs(figures.saved().late - chat.figures.saved().late)
    if (wire === RESPONSES.name && apart > MAX_POINTS_APART) faults.push(`${set}: ${apart.toFixed(1)} points apart`)
  }
  return faults
}
