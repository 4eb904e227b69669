import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPieceReader } from './wordpiece.ts'

const VOCABULARY = [
  'play',
  'player',
  '##er',
  '##ing',
  'a',
  '##b',
  'b',
  'cafe',
  'user',
  '##user',
  'id',
  'java',
  'script',
  'javascript',
  '7',
]
const readPieces = createPieceReader(VOCABULARY)

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  readPieces(text, (row) => pieces.push(VOCABULARY[row]!))
  return pieces
}

describe('reading pieces', () => {
  test('the longest matching piece is taken first', () => {
    expect(piecesOf('player playing')).toEqual(['player', 'play', '##ing'])
  })

  test('pieces that start and that continue a word are different', () => {
    expect(piecesOf('ab ba er')).toEqual(['a', '##b'])
  })

  test('case, accents and punctuation do not matter', () => {
    expect(piecesOf('Café, CAFE\u0301! "cafe"')).toEqual(['cafe', 'cafe', 'cafe'])
  })

  test('an identifier is cut at its capitals unless it is a piece as a whole', () => {
    expect(piecesOf('userId user_id JavaScript javaId')).toEqual([
      'user',
      'id',
      'user',
      'id',
      'javascript',
      'java',
      'id',
    ])
  })

  test('a word that is not known to its end has no pieces', () => {
    expect(piecesOf('playx playß')).toEqual([])
  })

  test('known words are found between characters of another script', () => {
    expect(piecesOf('用JavaScript写 и player')).toEqual(['javascript', 'player'])
  })

  test('words of many pieces or many characters are skipped', () => {
    expect(piecesOf(`a${'b'.repeat(5)}`)).toHaveLength(6)
    expect(piecesOf(`a${'b'.repeat(6)} ${'a'.repeat(65)} 7`)).toEqual(['7'])
  })

  test('the pieces of joined texts are the pieces of each text, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        expect(piecesOf(texts.join(' '))).toEqual(texts.flatMap(piecesOf))
      }),
    )
  })
})
