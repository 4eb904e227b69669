import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMessage, advanceTo, type Cloud, createCloud, entryOf, topTags, weightOf } from './cloud.ts'
import { extractTags } from './extract-tags.ts'
import { createLexicon } from './lexicon.ts'
import { createSameMeaning } from './same-meaning.ts'
import { createStaticVectors } from './static-vectors.ts'
import { restoreCloud, storeCloud } from './stored-cloud.ts'

const DATA = new URL('../../data/', import.meta.url)
const { dimensions } = JSON.parse(readFileSync(new URL('static-vectors.json', DATA), 'utf8'))
const vocabulary = readFileSync(new URL('static-vectors.txt', DATA), 'utf8').trimEnd().split('\n')
const bytes = readFileSync(new URL('static-vectors.bin', DATA))
const sameMeaning = createSameMeaning(createStaticVectors({ dimensions, vocabulary, bytes }), vocabulary)

const term = (text: string) => ({ kind: 'term', text, word: text, start: 0, end: text.length }) as const

function cloudOf(messages: readonly string[], meaning = false): Cloud {
  const cloud = createCloud(meaning ? sameMeaning : undefined)
  const lexicon = createLexicon()
  messages.forEach((message, index) => {
    addMessage(cloud, extractTags(message, lexicon), index + 1)
  })
  return cloud
}

describe('a cloud', () => {
  test('counts uses and messages and keeps the first and the last turn', () => {
    const cloud = cloudOf(['a lantern and a lantern', 'nothing', 'one lantern'])
    expect(entryOf(cloud, term('lantern'))).toMatchObject({ count: 3, messages: 2, firstTurn: 1, lastTurn: 3 })
    expect(entryOf(cloud, term('turbine'))).toBeUndefined()
    expect(weightOf(cloud, term('turbine'))).toBe(0)
  })

  test('gives what a branch behind the newest turn says the turn of that branch', () => {
    const cloud = cloudOf(['a lantern', 'nothing', 'a lantern'])
    addMessage(cloud, [term('lantern'), term('glacier')], 2)
    expect(cloud.turn).toBe(3)
    expect(entryOf(cloud, term('glacier'))).toMatchObject({ firstTurn: 2, lastTurn: 2 })
    expect(entryOf(cloud, term('lantern'))).toMatchObject({ messages: 3, firstTurn: 1, lastTurn: 3 })
  })

  test('weighs by rarity, protective value and decay, as documented', () => {
    const cloud = createCloud()
    addMessage(cloud, [{ ...term('lantern'), protection: 2 }], 1)
    addMessage(cloud, [term('glacier')], 2)
    advanceTo(cloud, 21)
    expect(weightOf(cloud, term('lantern'))).toBe((Math.log(3) * 2 * 20) / 40)
    expect(weightOf(cloud, term('glacier'))).toBe((Math.log(3) * 20) / 39)
  })

  test('holds exact strings heavier than names, and names heavier than terms', () => {
    const cloud = cloudOf(['we said that Okonkwo saw invoice AB-1234'])
    expect(topTags(cloud, 3).map(({ kind }) => kind)).toEqual(['identifier', 'name', 'term'])
  })

  test('counts the words of a phrase as terms as well', () => {
    const cloud = cloudOf(['on the staging database', 'another database'])
    expect(entryOf(cloud, term('databas'))).toMatchObject({ count: 2 })
  })

  test('grows no larger than its bound, and the lightest leave', () => {
    const cloud = createCloud()
    addMessage(cloud, [{ ...term('kept'), protection: 2 }], 1)
    for (let turn = 1; turn <= 300; turn++) {
      const words = Array.from({ length: 30 }, (_, i) => term(`word${turn}x${i}`))
      addMessage(cloud, turn % 10 ? words : [...words, { ...term('kept'), protection: 2 }], turn)
      expect(cloud.entries.size).toBeLessThanOrEqual(2000)
    }
    expect(entryOf(cloud, term('kept'))).toMatchObject({ messages: 31 })
    expect(entryOf(cloud, term('word1x1'))).toBeUndefined()
  })
})

describe('words that mean the same', () => {
  test.each([
    ['doctor', 'physician'],
    ['purchase', 'buy'],
    ['movie', 'film'],
    ['deployment', 'deploy'],
  ])('%s and %s feed one tag', (first, second) => {
    const cloud = createCloud(sameMeaning)
    addMessage(cloud, [term(first)], 1)
    addMessage(cloud, [term(second)], 2)
    expect(cloud.entries.size).toBe(1)
    expect(entryOf(cloud, term(second))).toMatchObject({ word: first, messages: 2 })
  })

  test.each([
    ['legal', 'illegal'],
    ['husband', 'wife'],
    ['six', 'seven'],
    ['enable', 'disable'],
    ['larger', 'smaller'],
    ['mysql', 'postgres'],
    ['haus', 'maus'],
    ['xqzzv', 'xqzzw'],
  ])('%s and %s feed two', (first, second) => {
    const cloud = createCloud(sameMeaning)
    addMessage(cloud, [term(first), term(second)], 1)
    expect(cloud.entries.size).toBe(2)
  })
})

const message = fc
  .array(
    fc.constantFrom(
      'doctor',
      'physician',
      'Anna said',
      'AB-12',
      '5 kg',
      'the red door',
      'src/a.ts',
      'никогда',
      '数据库',
      'big',
    ),
    { maxLength: 8 },
  )
  .map((words) => words.join(' and '))

describe('a stored cloud', () => {
  test('goes on as if it had never been stored when no word is withheld', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(message, { maxLength: 6 }), (before, after) => {
        const lexicon = createLexicon()
        const tags = [...before, ...after].map((text) => extractTags(text, lexicon))
        const straight = createCloud(sameMeaning)
        let stored = createCloud(sameMeaning)
        tags.forEach((each, index) => {
          if (index === before.length)
            stored = restoreCloud(JSON.parse(JSON.stringify(storeCloud(stored, everyWord))), sameMeaning)
          addMessage(straight, each, index + 1)
          addMessage(stored, each, index + 1)
        })
        expect(storeCloud(stored, everyWord)).toEqual(storeCloud(straight, everyWord))
      }),
    )
  })

  test('counts on, and shows a withheld word again when it is next used', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(message, { maxLength: 6 }), (before, after) => {
        const lexicon = createLexicon()
        const tags = [...before, ...after].map((text) => extractTags(text, lexicon))
        const straight = createCloud()
        let stored = createCloud()
        tags.forEach((each, index) => {
          if (index === before.length) stored = restoreCloud(storeCloud(stored, () => false))
          addMessage(straight, each, index + 1)
          addMessage(stored, each, index + 1)
        })
        expect(storeCloud(stored, () => false)).toEqual(storeCloud(straight, () => false))
        const usedAfter = tags.slice(before.length).flat()
        for (const tag of usedAfter) expect(entryOf(stored, tag)?.word).toBeDefined()
      }),
    )
  })

  test('holds the words of the tags that may be stored, and of all others the hash', () => {
    const cloud = cloudOf(['the lantern of Okonkwo costs 450 dollars'])
    const text = JSON.stringify(storeCloud(cloud, ({ kind }) => kind === 'name'))
    expect(text).toContain('Okonkwo')
    for (const hidden of ['lantern', '450']) expect(text).not.toContain(hidden)
  })
})

const everyWord = () => true

test('the same messages give the same cloud', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 10 }), (messages) => {
      const [first, second] = [cloudOf(messages, true), cloudOf(messages, true)]
      expect(storeCloud(first, everyWord)).toEqual(storeCloud(second, everyWord))
    }),
  )
})
