import o200kTokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { createCounter } from './count-pieces.ts'
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

const loaded = new Map<EncodingName, Encoding>()

/** The encoding of that name, or `o200k` while `loadEncoding` has not loaded it. */
export function encodingOf(name: EncodingName): Encoding {
  return loaded.get(name) ?? loaded.get('o200k') ?? remember('o200k', o200kTokens, endOfO200kPiece)
}

/** Loads the data of an encoding, after which `encodingOf` returns it. `o200k` is always loaded. */
export async function loadEncoding(name: EncodingName): Promise<Encoding> {
  if (name === 'o200k') return encodingOf(name)
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base')
  return loaded.get(name) ?? remember(name, tokens, endOfCl100kPiece)
}

function remember(name: EncodingName, tokens: readonly (string | number[])[], endOfPiece: EndOfPiece): Encoding {
  const vocabulary = { table: buildRankTable(tokens), words: buildWordTable(tokens) }
  const encoding = { name, count: createCounter(vocabulary, endOfPiece) }
  loaded.set(name, encoding)
  return encoding
}
