import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCodeUnits } from './code-units.ts'
import { type EndOfPiece, endOfCl100kPiece, endOfO200kPiece } from './split-piece.ts'

function piecesOf(text: string, endOfPiece: EndOfPiece): string[] {
  const pieces: string[] = []
  const units = readCodeUnits(text)
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfPiece(units, start)
    pieces.push(text.slice(start, end))
  }
  return pieces
}

describe('o200k pieces', () => {
  it('are words with their leading character and their short forms', () => {
    expect(piecesOf("I don't, (really) SAY HTTPServer's", endOfO200kPiece)).toEqual([
      'I',
      " don't",
      ',',
      ' (',
      'really',
      ')',
      ' SAY',
      " HTTPServer's",
    ])
  })

  it('break before upper case and after letters without case', () => {
    expect(piecesOf('camelCase 中ABC', endOfO200kPiece)).toEqual(['camel', 'Case', ' 中', 'ABC'])
  })

  it('are at most three digits', () => {
    expect(piecesOf('1234567', endOfO200kPiece)).toEqual(['123', '456', '7'])
  })

  it('combine line ends and slashes with symbols, and leave one space to the next piece', () => {
    expect(piecesOf('a  ://\n/b \n\n  c ', endOfO200kPiece)).toEqual([
      'a',
      ' ',
      ' ://\n/',
      'b',
      ' \n\n',
      ' ',
      ' c',
      ' ',
    ])
  })
})

describe('cl100k pieces', () => {
  it('separate short forms from words', () => {
    expect(piecesOf("we'LL don't", endOfCl100kPiece)).toEqual(['we', "'LL", ' don', "'t"])
  })

  it('take white space at the end of the text as a whole', () => {
    expect(piecesOf('a \n  ', endOfCl100kPiece)).toEqual(['a', ' \n  '])
    expect(piecesOf('a \n  b', endOfCl100kPiece)).toEqual(['a', ' \n', ' ', ' b'])
  })
})

it('pieces are never empty, for any text', () => {
  const texts = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  fc.assert(
    fc.property(texts, (codes) => {
      const text = String.fromCharCode(...codes)
      for (const endOfPiece of [endOfO200kPiece, endOfCl100kPiece]) {
        const pieces = piecesOf(text, endOfPiece)
        expect(pieces.every((piece) => piece !== '')).toBe(true)
        expect(pieces.join('')).toBe(text)
      }
    }),
  )
})
