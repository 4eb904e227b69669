import type { Corrections } from '../../tags/corrections.ts'

/** A sentence, by its message and its number among what was said in that message. */
export interface Place {
  readonly message: number
  readonly fragment: number
}

/** A value that was said and later replaced: "actually Friday, not Wednesday". */
export interface Replaced {
  readonly old: Place & { readonly text: string }
  readonly now: Place & { readonly text: string }
}

/** What corrections are found with, and those found so far. */
export interface ReplacedMemory {
  claims: Corrections['claims']
  /** Sentences looked at so far. */
  sentences: number
  /** Number of the first sentence of each message. */
  readonly starts: number[]
  /** Index of the newest message of the assistant; -1 before the first one. */
  answer: number
  /** What was found, oldest first, under each message that it is in; so no message is compared with all others. */
  readonly byMessage: Map<number, Replaced[]>
}

export function createReplacedMemory(): ReplacedMemory {
  return { claims: [], sentences: 0, starts: [], answer: -1, byMessage: new Map() }
}

/** What was replaced in message `message`, and what it replaces, oldest first. */
export function replacedIn(memory: ReplacedMemory, message: number): readonly Replaced[] {
  return memory.byMessage.get(message) ?? []
}

export function addReplaced(memory: ReplacedMemory, replaced: Replaced): void {
  for (const message of messagesOf(replaced)) {
    const list = memory.byMessage.get(message)
    if (list) list.push(replaced)
    else memory.byMessage.set(message, [replaced])
  }
}

export function removeReplaced(memory: ReplacedMemory, replaced: Replaced): void {
  for (const message of messagesOf(replaced)) {
    const left = replacedIn(memory, message).filter((other) => other !== replaced)
    if (left.length) memory.byMessage.set(message, left)
    else memory.byMessage.delete(message)
  }
}

/** The message that a sentence of this number stands in: the newest that begins at or before it. */
export function messageOf({ starts }: ReplacedMemory, sentence: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= sentence) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function messagesOf({ old, now }: Replaced): readonly number[] {
  return old.message === now.message ? [old.message] : [old.message, now.message]
}
