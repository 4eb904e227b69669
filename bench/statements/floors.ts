import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Figures } from './figures.ts'

const floor = z.union([z.strictObject({ least: z.number() }), z.strictObject({ most: z.number() })])
const schema = z.record(z.string(), floor)
export type Floors = z.infer<typeof schema>

/** The floors of the check, by dotted name of a figure. @throws {Error} if the file breaks the format. */
export function loadFloors(): Floors {
  return schema.parse(JSON.parse(readFileSync(new URL('./floors.json', import.meta.url), 'utf8')))
}

export interface FloorVerdict {
  readonly name: string
  readonly value: number
  readonly isHeld: boolean
}

/**
 * Each floor with the figure that it bounds.
 * @throws {Error} if a floor names an unknown figure.
 */
export function checkFloors(figures: Figures, floors: Floors): readonly FloorVerdict[] {
  return Object.entries(floors).map(([name, bound]) => {
    const value = name
      .split('.')
      .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], figures)
    if (typeof value !== 'number') throw new Error(`floors.json bounds "${name}", but there is no figure "${name}".`)
    return { name, value, isHeld: 'least' in bound ? value >= bound.least : value <= bound.most }
  })
}
