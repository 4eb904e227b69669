import { describe, expect, it } from 'vitest'
import { functionTerms } from './function-words.ts'
import { termVector } from './terms.ts'
import { stemOf, termId } from './words.ts'

const left = (text: string): string[] => {
  const known = new Map(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => [termId(stemOf(word)), word]),
  )
  return [...termVector([text], functionTerms(text)).ids].map((id) => known.get(id)!)
}

describe('functionTerms', () => {
  it.each([
    ['Wie hoch war die Kaution nochmal?', ['kaution']],
    ['Hoeveel was de borg ook alweer?', ['borg', 'alweer']],
    ["C'était combien la caution ?", ['caution']],
    ['¿Cuánto era la fianza?', ['fianza']],
    ['Quanto era o sinal?', ['sinal']],
    ['Quanto era la cauzione?', ['cauzione']],
    ['Ile to była ta kaucja?', ['kaucja']],
    ['Сколько был залог?', ['залог']],
  ])('contain all words except those of the topic: %s', (text, words) => {
    expect(left(text)).toEqual(words)
  })

  it.each(['Did he die in the war, or was it later?', 'kaution?', 'Die Hard', '押金？', ''])(
    'are empty if the text is English, or has too few function words to show its language: %s',
    (text) => {
      expect(functionTerms(text).size).toBe(0)
    },
  )
})
