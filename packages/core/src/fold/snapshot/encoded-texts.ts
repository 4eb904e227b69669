import type { Encoded } from './encode-text.ts'

/** Cache of encoded texts by their owner: a digest is part of every later snapshot of its history. */
export const encodedTexts = new WeakMap<object, Encoded>()
