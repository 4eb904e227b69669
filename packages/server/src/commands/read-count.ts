import { UsageError } from './usage-error.ts'

/**
 * Parses a whole number from 1 to `most` that was typed for `option`.
 * @throws {UsageError} for other text.
 */
export function readCount(text: string, { option, most }: { readonly option: string; readonly most: number }): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= most) return Number(text)
  throw new UsageError(`${option} must be a whole number from 1 to ${most}, not "${text}"`)
}
