import { wordSignsOf } from './word-signs.ts'

/** Whether who says it speaks of themselves. */
export function speaksOfOneself(text: string): boolean {
  return wordSignsOf(text).isOfOneself
}
