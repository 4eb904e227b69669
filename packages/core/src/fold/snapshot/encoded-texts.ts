import type { Encoded } from './encode-text.ts'

/** How texts were encoded last, by what holds them: a digest is written into every later snapshot of its history. */
export const encodedTexts = new WeakMap<object, Encoded>()
