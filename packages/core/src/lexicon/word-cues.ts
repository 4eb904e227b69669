import { type CompiledLexicon, type CueEntry, compileLexicon, type TrieNode } from './compile.ts'
import { perLanguage } from './per-language.ts'
import { perWord, type WordForm } from './word-form.ts'

/** Cues of one language that a single word may belong to. */
export interface WordCues {
  /** Nodes of the phrases that begin with the word, or with the word without a clitic. */
  readonly nodes: readonly TrieNode[]
  /** Cues of its beginning, its ending and its inside. */
  readonly entries: readonly CueEntry[]
}

const LONGEST_WORD = 48
const LEAST_STEM = 2
const LONGEST_PARTICLE = 2

/** The cues of a word on its own, computed once for each word and language. */
export const wordCues = perLanguage((_, language): ((word: WordForm) => WordCues) => {
  const lexicon = compileLexicon(language)
  return perWord(({ key }) => readWord(lexicon, key))
})

const NO_CUES: WordCues = { nodes: [], entries: [] }

function readWord(
  { words, clitics, coordinating, prefixes, suffixes, infixes }: CompiledLexicon,
  key: string,
): WordCues {
  const whole = words.next.get(key)
  const nodes = whole ? [whole] : []
  for (const clitic of clitics) {
    if (key.length <= clitic.length + 1 || !key.startsWith(clitic)) continue
    const rest = key.slice(clitic.length)
    const node = words.next.get(rest)
    if (node && (coordinating.has(clitic) || !isParticle(node, rest))) nodes.push(node)
  }
  const entries: CueEntry[] = []
  if (key.length <= LONGEST_WORD) {
    walkCharacters(prefixes, key, { from: 0, step: 1 }, entries)
    walkCharacters(suffixes, key, { from: key.length - 1, step: -1 }, entries)
    for (let from = LEAST_STEM; from < key.length; from++) walkCharacters(infixes, key, { from, step: 1 }, entries)
  }
  return nodes.length || entries.length ? { nodes, entries } : NO_CUES
}

/** True for a negation of two letters. Only "and" and "so" precede it: Arabic "كما" ("as") contains no "ما" ("not"). */
function isParticle({ entries }: TrieNode, word: string): boolean {
  return word.length <= LONGEST_PARTICLE && (entries?.some(({ cue }) => cue === 'negation') ?? false)
}

function walkCharacters(
  root: TrieNode,
  key: string,
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
  entries: CueEntry[],
): void {
  let node: TrieNode | undefined = root
  for (let at = from; at >= 0 && at < key.length; at += step) {
    node = node.next.get(key.charAt(at))
    if (!node) return
    // An ending requires a stem before it.
    if (node.entries && (step === 1 || at >= LEAST_STEM || (at > 0 && HANGUL.test(key)))) entries.push(...node.entries)
  }
}

/** A single Hangul syllable can be a stem. */
const HANGUL = /[\uac00-\ud7af]/
