import { describe, expect, it } from 'vitest'
import { contentTerms } from './terms.ts'
import { stemOf } from './words.ts'

describe('stemOf', () => {
  it.each([
    ['planned', 'plan'],
    ['Stories', 'story'],
    ["Mara's", 'mara'],
    ["I'll", 'i'],
    ["we've", 'we'],
    ["l'appartement", 'appartement'],
    ['d’accord', 'accord'],
    ["dell'anno", 'anno'],
  ])('removes suffixes and elided words: %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem)
  })
})

describe('contentTerms', () => {
  it.each(["it's", 'it’s', "I'm", 'I’m'])('excludes stop words with either apostrophe: %s', (word) => {
    expect(contentTerms(word)).toEqual([])
  })
})
