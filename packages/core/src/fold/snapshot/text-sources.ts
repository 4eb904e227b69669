import { findOrAdd } from '../../maps.ts'
import type { Transcript } from '../transcript.ts'
import { MatchFinder } from './match-finder.ts'
import { messageText } from './message-text.ts'
import { OWN, OWN_WORDS } from './own-words.ts'

/** Limits of the algorithm: UTF-16 units of a message in which parts are searched, and of all indexed messages. */
const LONGEST_SOURCE = 512 * 1024
const MAX_KEPT = 2 * 1024 * 1024
/** Number of searches through all messages per snapshot, for words that the text's own messages do not contain. */
const MAX_SEARCHES = 200
const LINE_HEAD = /(\d{1,9})[UATS](?=\s|$)/y

/** A part of a message. */
export interface Quote {
  readonly message: number
  readonly at: number
  readonly length: number
}

const own = new MatchFinder(OWN_WORDS)

/** Finds parts of the messages of a history. */
export class TextSources {
  readonly #transcript: Transcript
  readonly #turns: readonly number[]
  readonly #finders = new Map<number, MatchFinder | undefined>()
  readonly #smallLetters = new Map<number, string>()
  #kept = 0
  #searches = 0
  #byTurn: Map<number, number[]> | undefined

  constructor(transcript: Transcript, turns: readonly number[]) {
    this.#transcript = transcript
    this.#turns = turns
  }

  /** The longest prefix of `text[from, to)` that is part of the messages `near`, or of the fold's own words. */
  longest(text: string, from: number, to: number, near: readonly number[]): Quote | undefined {
    let best: Quote | undefined
    for (const message of [...near, OWN]) {
      const match = this.#finderOf(message)?.longest(text, from)
      const length = Math.min(match?.length ?? 0, to - from)
      if (match && length > (best?.length ?? 0)) best = { message, at: match.at, length }
    }
    return best
  }

  /** The first message that contains `text[from, to)`. */
  search(text: string, from: number, to: number): Quote | undefined {
    if (++this.#searches > MAX_SEARCHES) return undefined
    const part = text.slice(from, to)
    for (let message = 0; message < this.#turns.length; message++) {
      const at = this.#textOf(message)?.indexOf(part) ?? -1
      if (at >= 0) return { message, at, length: part.length }
    }
    return undefined
  }

  /** The messages that a line of a record quotes, according to its head. Undefined without a head. */
  quotedIn(text: string, lineStart: number): readonly number[] | undefined {
    LINE_HEAD.lastIndex = lineStart
    const turn = Number(LINE_HEAD.exec(text)?.[1])
    if (!turn) return undefined
    this.#byTurn ??= Map.groupBy(this.#turns.keys(), (index) => this.#turns[index]!)
    return [turn, turn - 1, turn + 1].flatMap((each) => this.#byTurn!.get(each) ?? [])
  }

  placeOf(index: number, part: string): { readonly at: number; readonly isExact: boolean } | undefined {
    const text = this.#textOf(index)
    if (text === undefined) return undefined
    const at = text.indexOf(part)
    if (at >= 0) return { at, isExact: true }
    const small = findOrAdd(this.#smallLetters, index, () => text.toLowerCase())
    // Some letters are longer in lower case.
    const place = small.length === text.length ? small.indexOf(part) : -1
    return place >= 0 ? { at: place, isExact: false } : undefined
  }

  #textOf(index: number): string | undefined {
    return this.#finderOf(index)?.text
  }

  #finderOf(index: number): MatchFinder | undefined {
    if (index === OWN) return own
    if (this.#finders.has(index)) return this.#finders.get(index)
    const text = messageText(this.#transcript, index)
    const finder = text.length > LONGEST_SOURCE ? undefined : new MatchFinder(text)
    this.#kept += finder ? text.length : 0
    if (this.#kept > MAX_KEPT) {
      this.#finders.clear()
      this.#kept = finder ? text.length : 0
    }
    this.#finders.set(index, finder)
    return finder
  }
}
