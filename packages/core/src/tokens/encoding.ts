import { createCounter, type Vocabulary } from './count-pieces.ts'
import { givenVocabulary } from './given-vocabulary.ts'
import { buildRankTable } from './rank-table.ts'
import { type EndOfPiece, endOfCl100kPiece, endOfO200kPiece } from './split-piece.ts'
import { buildWordTable } from './word-table.ts'

/** `o200k_base` and `cl100k_base`, by their short names. */
export type EncodingName = 'o200k' | 'cl100k'

/** Counts tokens as OpenAI's models do. */
export interface Encoding {
  readonly name: EncodingName
  /** Tokens of `text`, exact; special tokens such as `<|endoftext|>` are plain text. Linear in the length of the text. */
  count(text: string): number
}

type Tokens = readonly (string | number[])[]

// Parsing two megabytes of tokens takes as long as building their tables. A thread that gets the tables needs no tokens.
const o200kTokens: Tokens | undefined = givenVocabulary()
  ? undefined
  : (await import('gpt-tokenizer/bpeRanks/o200k_base')).default

const loaded = new Map<EncodingName, Encoding>()
let o200kVocabulary: Vocabulary | undefined

/** The encoding of that name, or `o200k` while `loadEncoding` has not loaded it. */
export function encodingOf(name: EncodingName): Encoding {
  return loaded.get(name) ?? loaded.get('o200k') ?? remember('o200k', sharedVocabulary(), endOfO200kPiece)
}

/** Loads the data of an encoding, after which `encodingOf` returns it. `o200k` is always loaded. */
export async function loadEncoding(name: EncodingName): Promise<Encoding> {
  if (name === 'o200k') return encodingOf(name)
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base')
  return loaded.get(name) ?? remember(name, buildVocabulary(tokens), endOfCl100kPiece)
}

/** The tables of `o200k`, about 8 MB in shared memory. Another thread can adopt them with `giveVocabulary`. */
export function sharedVocabulary(): Vocabulary {
  o200kVocabulary ??= givenVocabulary() ?? buildVocabulary(o200kTokens!)
  return o200kVocabulary
}

function buildVocabulary(tokens: Tokens): Vocabulary {
  return { table: buildRankTable(tokens), words: buildWordTable(tokens) }
}

function remember(name: EncodingName, vocabulary: Vocabulary, endOfPiece: EndOfPiece): Encoding {
  const encoding = { name, count: createCounter(vocabulary, endOfPiece) }
  loaded.set(name, encoding)
  return encoding
}
