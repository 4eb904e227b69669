import type { CompiledLexicon, CueEntry, TrieNode } from './compile.ts'
import { type CueId, SUPPRESSED_BY_IDIOM, SUPPRESSED_BY_PSEUDO } from './cue-ids.ts'
import type { Language } from './languages.ts'
import { hasSign } from './phrase.ts'
import type { MatchUnit } from './units.ts'
import { UNSPACED, type Word } from './word-borders.ts'
import { wordCues } from './word-cues.ts'

/** A cue in a text, by UTF-16 offsets. A cue inside a word has the span of the word. */
export interface Cue {
  readonly cue: CueId
  readonly start: number
  readonly end: number
  readonly language: Language
  /** True for a phrase in two parts, which may have other words between them. */
  readonly isGapped?: true
}

/** Limits of the algorithm: words and characters of a phrase. No phrase of the data is longer. */
const LONGEST_PHRASE = 8
const LONGEST_RUN = 14
/** Largest distance between the starts of the two parts of a phrase, in UTF-16 units. */
const LONGEST_GAP = 80

/**
 * Finds the cues of one language in a passage, in reading order. Cues inside another cue of the same id, and cues that
 * a phrase around them suppresses, are omitted. Linear: each word and character starts a bounded number of steps.
 */
export function matchCues(lexicon: CompiledLexicon, passage: Passage): Cue[] {
  const search = new Search(lexicon, passage.text)
  search.words(lexicon.reader.read(passage.words))
  if (lexicon.characters.next.size) search.characters(passage.start, passage.end)
  return reduceCues(search.found)
}

/** A part of a text with its words. */
export interface Passage {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly words: readonly Word[]
}

class Search {
  readonly found: Cue[] = []
  readonly #lexicon: CompiledLexicon
  readonly #text: string
  /** Position of the latest first part of each phrase in two parts. */
  #open: Map<number, number> | undefined

  constructor(lexicon: CompiledLexicon, text: string) {
    this.#lexicon = lexicon
    this.#text = text
  }

  words(units: readonly MatchUnit[]): void {
    const cuesOf = wordCues(this.#lexicon.language)
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]!
      const { nodes, entries } = cuesOf(unit.form)
      for (const node of nodes) this.#walk(node, units, at)
      for (const entry of entries) this.#put(entry, unit.start, unit.end)
    }
  }

  #walk(first: TrieNode, units: readonly MatchUnit[], from: number): void {
    let node: TrieNode | undefined = first
    for (let at = from; node; ) {
      if (node.entries) for (const entry of node.entries) this.#put(entry, units[from]!.start, units[at]!.end)
      const next = units[at + 1]
      if (!next || at + 1 - from >= LONGEST_PHRASE || !isTight(this.#text, units[at]!.end, next.start)) return
      node = node.next.get(next.form.key)
      at++
    }
  }

  /** Finds phrases of scripts without spaces by their characters. */
  characters(start: number, end: number): void {
    const { characters, variants } = this.#lexicon
    const text = this.#text
    if (!UNSPACED.test(text.slice(start, end))) return
    for (let from = start; from < end; from++) {
      if (isAlphanumeric(text.charCodeAt(from)) && from > 0 && isAlphanumeric(text.charCodeAt(from - 1))) continue
      let node: TrieNode | undefined = characters
      for (let at = from; at < end && at - from < LONGEST_RUN; at++) {
        const written = text.charAt(at)
        const character = written >= 'A' && written <= 'Z' ? written.toLowerCase() : written
        node = node.next.get(variants.get(character) ?? character)
        if (!node) break
        if (node.entries) for (const entry of node.entries) this.#put(entry, from, at + 1)
      }
    }
  }

  #put(entry: CueEntry, start: number, end: number): void {
    const text = this.#text
    if (entry.opens && !isOpening(text, start)) return
    if (entry.sign && !hasSign(text, end, entry.sign)) return
    const { pair, cue } = entry
    let from = start
    if (pair) {
      const open = this.#open?.get(pair.id)
      if (pair.part === 0) this.#open = (this.#open ?? new Map()).set(pair.id, start)
      if (pair.part === 0 || open === undefined || start - open > LONGEST_GAP) return
      from = open
    }
    const { language } = this.#lexicon
    this.found.push(pair ? { cue, start: from, end, language, isGapped: true } : { cue, start: from, end, language })
  }
}

/** True if two words are separated only by a space or a sign that may occur within a phrase. */
function isTight(text: string, end: number, start: number): boolean {
  if (start - end > 2) return false
  for (let at = end; at < start; at++)
    if (!" \t\u00a0,،'’-/".includes(text.charAt(at)) && !(text.charAt(at) === '.' && at + 1 === start)) return false
  return true
}

/** Spaces, signs and invisible marks (byte order, direction) that may precede the first word of a sentence. */
const BEFORE_OPENING = ' \t\u00a0\ufeff\u200e\u200f\u061c"\'“„«(*_>'

/** True if a sentence, or a part of it after a comma or colon, begins at `start`. */
export function isOpening(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && BEFORE_OPENING.includes(text.charAt(at))) at--
  return at < 0 || ',.;:!?…\n–—-¿¡、，。；：！？؟،।「'.includes(text.charAt(at))
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** Sorts by position and keeps the longest of nested cues with one id. Removes cues that a phrase around them suppresses. */
function reduceCues(found: Cue[]): Cue[] {
  if (found.length < 2) return found
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const ends = new Map<CueId, number>()
  const pseudo = { end: -1, length: 0 }
  const idiom = { end: -1, length: 0 }
  const empty = { end: -1, length: 0 }
  const masks: Partial<Record<CueId, typeof pseudo>> = { pseudo, idiom, filler: empty, thanks: empty }
  return found.filter(({ cue, start, end }) => {
    const length = end - start
    if (end <= empty.end && length < empty.length) return false
    if (end <= pseudo.end && length < pseudo.length && SUPPRESSED_BY_PSEUDO.has(cue)) return false
    if (end <= idiom.end && length < idiom.length && SUPPRESSED_BY_IDIOM.has(cue)) return false
    if (end <= (ends.get(cue) ?? -1)) return false
    ends.set(cue, end)
    const mask = masks[cue]
    if (mask && end > mask.end) Object.assign(mask, { end, length })
    return true
  })
}
