import { describe, expect, it } from 'vitest'
import { asksInWords } from './asks-in-words.ts'

describe('asksInWords', () => {
  it.each([
    'how many hp does ileth have',
    'ok and what was the rent again',
    'does the second one have a lift',
    'Ben: which is the shortest',
    'wie hoch war die kaution',
    'hast du die adresse noch',
    'hoeveel was het',
    'combien coûtait le deuxième',
    'cuanto era la fianza',
    'quanto custa o segundo',
    'dove era il ristorante',
    'ile nam zostanie',
    'сколько стоит вторая',
  ])('is true for a question without a question mark: %s', (text) => {
    expect(asksInWords(text)).toBe(true)
  })

  it.each([
    'use the salve on ileth',
    'When I was young, we had a dog.',
    'What a great day!',
    'have a look at the second one',
    'make it shorter',
    'das zweite bitte',
    '',
  ])('is false for other sentences: %s', (text) => {
    expect(asksInWords(text)).toBe(false)
  })
})
