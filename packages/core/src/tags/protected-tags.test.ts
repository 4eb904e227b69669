import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractTags } from './extract-tags.ts'
import { createLexicon } from './lexicon.ts'
import { protectedTags } from './protected-tags.ts'

test('a tag has the protection of its own sentence and not of its neighbours', () => {
  const text = 'The lantern is lit. You must never open the vault.\nA glacier melts'
  const protections = new Map(protectedTags(text, createLexicon()).map((tag) => [tag.text, tag.protection ?? 1]))
  expect(protections.get('lantern')).toBe(1)
  expect(protections.get('vault')).toBeGreaterThan(1.9)
  expect([...protections].find(([tag]) => tag.startsWith('glacier'))?.[1]).toBe(1)
})

test('the tags are those of the text, whatever stands in it', () => {
  const piece = fc.constantFrom(
    'AB-12',
    ' must ',
    '. ',
    '\n',
    '5 kg',
    '。',
    'никогда ',
    'src/a.ts ',
    '?! ',
    '  ',
    'Anna',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const bare = protectedTags(text, createLexicon()).map(({ protection: _, ...tag }) => tag)
      expect(bare).toEqual(extractTags(text, createLexicon()))
    }),
  )
})
