import { WrongUse } from './wrong-use.ts'

/**
 * A whole number from 1 on, as typed for `option`.
 * @throws {WrongUse} when it is none.
 */
export function readCount(text: string, { option, most }: { readonly option: string; readonly most: number }): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= most) return Number(text)
  throw new WrongUse(`${option} must be a whole number from 1 to ${most}, not "${text}"`)
}
