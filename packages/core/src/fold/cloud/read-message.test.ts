import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { termVector } from '../../words/terms.ts'
import { Cloud, countMessage } from './cloud.ts'
import { readMessage } from './read-message.ts'
import { kindOfKey } from './tag-key.ts'

/** The cloud of messages that were read and counted one after the other. */
function cloudOf(messages: readonly string[]): Cloud {
  const cloud = new Cloud()
  for (const message of messages) {
    countMessage(cloud, readMessage(cloud, [message]))
  }
  return cloud
}

/** The words that the cloud keeps, each with the kind of its typed value, or `word`. */
const wordsOf = (messages: readonly string[]): [string, string][] =>
  [...cloudOf(messages).words].map(([key, word]) => [word, kindOfKey(key) ?? 'word'])

describe('a cloud keeps the words', () => {
  test('that an earlier message has used, in lower case', () => {
    expect(wordsOf(['Lantern and glacier.', 'Lanterns hang.', 'The turbine stands.'])).toEqual([['lanterns', 'word']])
    expect(wordsOf(['one message says lantern and lantern'])).toEqual([])
  })

  test('of names as written, once one is seen inside a sentence', () => {
    expect(wordsOf(['Okonkwo asks.', 'Okonkwo pays.'])).toEqual([['okonkwo', 'word']])
    expect(wordsOf(['Okonkwo asks.', 'Okonkwo pays.', 'So says Okonkwo today.'])).toEqual([['Okonkwo', 'word']])
    expect(wordsOf(['an apple', 'from Apple', 'an apple'])).toEqual([['apple', 'word']])
    expect(wordsOf(['Mara: Sorry', 'Mara: Sorry\nSorry'])).toEqual([
      ['mara', 'word'],
      ['sorry', 'word'],
    ])
    expect(wordsOf(['Мы ждали Анну.', 'Видели Анну вчера.'])).toEqual([['Анну', 'word']])
  })

  test('of identifiers, and not their parts', () => {
    const said = 'AB-1234 of jane.roe@harbour.example stands in /srv/lantern/ledger.txt'
    expect(wordsOf([said, said]).sort()).toEqual([
      ['AB-1234', 'identifier'],
      ['stands', 'word'],
    ])
  })

  test('except those of a street', () => {
    const said = 'we met at Baker Street and in the Hauptstraße'
    expect(wordsOf([said, said])).toEqual([['met', 'word']])
  })

  test('up to a bound, and none of data', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const many = Array.from(
      { length: 2000 },
      (_, i) => `q${letters[i % 26]}${letters[((i / 26) % 26) | 0]}${letters[(i / 676) | 0]}`,
    )
    expect(cloudOf([many.join(' '), many.join(' ')]).words.size).toBe(1000)
    expect(wordsOf(['q'.repeat(25), 'q'.repeat(25)])).toEqual([])
  })
})

test('typed values and words are taken from the start of a message, and its terms from everywhere', () => {
  const long = `${'glacier '.repeat(1100)} the lantern of jane@harbour.example`
  expect(wordsOf([long, long])).toEqual([['glacier', 'word']])
  const { terms, values } = readMessage(new Cloud(), [`${'say '.repeat(2100)}AB-1234 lantern`])
  expect(values.ids).toHaveLength(0)
  expect(terms.ids).toContain(termVector(['lantern']).ids[0])
})

test('the terms of a very long message are taken from its first million characters', () => {
  const text = `lantern ${'glacier '.repeat(140_000)} turbine`
  const { ids } = readMessage(new Cloud(), [text]).terms
  expect(ids).toContain(termVector(['lantern']).ids[0])
  expect(ids).not.toContain(termVector(['turbine']).ids[0])
})

test('the terms of a message are those of its term vector, whatever was read before', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('AB-12', 'the lantern', 'Okonkwo', '5 kg', '数据库', 'никогда', 'src/a.ts', '. ', "don't", '٣٥'),
  )
  const texts = fc.array(
    fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(' ')),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(texts, texts, (before, said) => {
      const cloud = cloudOf(before)
      expect(readMessage(cloud, said).terms).toEqual(termVector(said))
    }),
  )
})
