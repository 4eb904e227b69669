import { createRequire } from 'node:module'
import { installContender, LEXRANK } from '../quality/packages.ts'
import { tanimotoRank } from './tanimoto-rank.ts'

/** The sentences of a text with their ranks. */
export interface RankedText {
  readonly texts: readonly string[]
  readonly scores: Float64Array
}

interface Tokenizers {
  readonly Sentences: new (name: string) => { setEntry(text: string): void; getSentences(): string[] }
  readonly words: { tokenize(text: string): string[] }
}

/**
 * Ranks the sentences of a text as npm's `lexrank` does: with its tokenizers and its formula, in the same order. Returns the
 * reason if the package cannot be installed.
 */
export function loadLexRankPackage(): ((text: string) => RankedText) | { readonly missing: string } {
  const found = installContender(LEXRANK)
  if ('missing' in found) return found
  const require = createRequire(found.script)
  const { TreebankWordTokenizer } = require('natural') as { TreebankWordTokenizer: new () => Tokenizers['words'] }
  const Sentences = require('sentence-tokenizer') as Tokenizers['Sentences']
  const words = new TreebankWordTokenizer()
  return (text) => {
    const splitter = new Sentences('transcript')
    splitter.setEntry(text)
    const texts = splitter.getSentences()
    return { texts, scores: tanimotoRank(texts.map((sentence) => words.tokenize(sentence.toLowerCase()))) }
  }
}
