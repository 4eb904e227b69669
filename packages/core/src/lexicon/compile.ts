import type { CueId } from './cue-ids.ts'
import { foldWord, withoutAccents } from './fold-word.ts'
import type { Language } from './languages.ts'
import type { LexiconFile } from './lexicon-file.ts'
import { perLanguage } from './per-language.ts'
import { type PhrasePart, type PhrasePlace, parsePhrase } from './phrase.ts'
import { phraseUnits, UnitReader } from './units.ts'
import { UNSPACED } from './word-borders.ts'

/** The value at the end of a phrase's path in the trie, or at the end of a part of a phrase. */
export interface CueEntry extends PhrasePlace {
  readonly cue: CueId
  /** The part of a phrase in two parts: the number of the phrase, and the part's position. */
  readonly pair: { readonly id: number; readonly part: 0 | 1 } | undefined
}

/** A node of a trie over words or over characters. */
export class TrieNode {
  readonly next = new Map<string, TrieNode>()
  entries: CueEntry[] | undefined = undefined
}

/** The phrases of one language, compiled for a search. */
export interface CompiledLexicon {
  readonly language: Language
  readonly reader: UnitReader
  /** Trie of phrases over whole words. */
  readonly words: TrieNode
  /** Trie of phrases over characters, for scripts without spaces. */
  readonly characters: TrieNode
  /** Tries over the characters of one word: from its start, from its end backwards, from any position inside. */
  readonly prefixes: TrieNode
  readonly suffixes: TrieNode
  readonly infixes: TrieNode
  readonly clitics: readonly string[]
  /** Those of the clitics that mean "and" or "so". */
  readonly coordinating: ReadonlySet<string>
  readonly variants: ReadonlyMap<string, string>
}

/** Compiles the lexicon of a language once. */
export const compileLexicon = perLanguage(compile)

function compile(file: LexiconFile, language: Language): CompiledLexicon {
  let pairs = 0
  const lexicon = {
    language,
    reader: new UnitReader(file),
    words: new TrieNode(),
    characters: new TrieNode(),
    prefixes: new TrieNode(),
    suffixes: new TrieNode(),
    infixes: new TrieNode(),
    clitics: (file.clitics ?? []).map(foldWord),
    coordinating: new Set(file.coordinators.map(foldWord)),
    variants: new Map(Object.entries(file.characters ?? {})),
  }
  for (const [cue, phrases] of Object.entries(file.cues)) {
    for (const written of phrases) {
      const { opens, sign, parts, isExact } = parsePhrase(written)
      const isPair = parts.length === 2
      parts.forEach((part, place) => {
        const pair = isPair ? { id: pairs, part: place as 0 | 1 } : undefined
        const entry = {
          cue: cue as CueId,
          opens: opens && place === 0,
          sign: place === parts.length - 1 ? sign : undefined,
          pair,
        }
        addPart(lexicon, part, isExact, entry)
      })
      if (isPair) pairs++
    }
  }
  return lexicon
}

type Tries = Pick<CompiledLexicon, 'words' | 'characters' | 'prefixes' | 'suffixes' | 'infixes' | 'reader'>

function addPart(tries: Tries, { text, affix }: PhrasePart, isExact: boolean, entry: CueEntry): void {
  if (affix) {
    const trie = { suffix: tries.suffixes, prefix: tries.prefixes, infix: tries.infixes }[affix]
    for (const [key] of spellingsOf([foldWord(text)], isExact))
      addPath(trie, affix === 'suffix' ? [...key!].reverse() : [...key!], entry)
    return
  }
  if (UNSPACED.test(text)) {
    addPath(tries.characters, [...foldWord(text).replace(/\s/g, '')], entry)
    return
  }
  for (const key of spellingsOf(phraseUnits(tries.reader, text), isExact)) addPath(tries.words, key, entry)
}

/** The spellings of a phrase with and without accents. */
function spellingsOf(key: readonly string[], isExact: boolean): (readonly string[])[] {
  const plain = key.map(withoutAccents)
  return isExact || plain.every((word, i) => word === key[i]) ? [key] : [key, plain]
}

function addPath(root: TrieNode, path: readonly string[], entry: CueEntry): void {
  if (!path.length) return
  let node = root
  for (const step of path) {
    const next: TrieNode = node.next.get(step) ?? new TrieNode()
    node.next.set(step, next)
    node = next
  }
  node.entries ??= []
  if (!node.entries.some((known) => isSame(known, entry))) node.entries.push(entry)
}

function isSame(known: CueEntry, { cue, opens, sign, pair }: CueEntry): boolean {
  return known.cue === cue && !known.pair && !pair && known.opens === opens && known.sign === sign
}
