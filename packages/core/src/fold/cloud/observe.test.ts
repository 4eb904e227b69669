import { describe, expect, test } from 'vitest'
import { runSteps } from '../../run-steps.ts'
import { type FoldInput, fold, observeInSteps } from '../fold.ts'
import { playTalk, readTalk, talkNames } from '../golden/play.fixture.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { addMessage, messagesOf, nameTags, tagsAt } from './session-cloud.ts'
import { createSessionCloud, type SessionCloud } from './session-tags.ts'
import { restoreCloud, storeCloud } from './stored-cloud.ts'
import { tagWeight, topTags } from './tag-weight.ts'

const observe = (input: FoldInput): FoldState => runSteps(observeInSteps(input))

function cloudOf(state: FoldState): SessionCloud {
  const session = createSessionCloud()
  for (const { index, turn } of messagesOf(state)) addMessage(session, tagsAt(state, index), turn)
  nameTags(session, state)
  return session
}

describe.each(talkNames())('after the requests of %s', (name) => {
  const talk = readTalk(name)

  test('observing them changes no byte of the next ones', () => {
    expect(playTalk(talk, observe)).toEqual(playTalk(talk))
  })

  test('the cloud is the same, whether built request by request or anew', () => {
    let grown: FoldState | undefined
    let last: FoldInput | undefined
    playTalk(talk, (input) => {
      last = input
      grown = observe(input)
      return grown
    })
    const anew = observe({ ...last!, state: fold({ ...last!, state: undefined }).state })
    const figures = (state: FoldState) => cloudOf(state).tags
    expect(figures(grown!)).toEqual(figures(anew))
    expect([...figures(anew).values()].filter(({ word }) => word !== undefined).length).toBeGreaterThan(5)
  })
})

const said = (...texts: string[]) =>
  conversationOf(
    'openai-chat',
    texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content })),
  )

const observed = (...texts: string[]): SessionCloud =>
  cloudOf(observe({ transcript: transcript(said(...texts)), count: countTokens }))

const tagOf = (session: SessionCloud, word: string) => [...session.tags.values()].find((tag) => tag.word === word)!

describe('a tag', () => {
  const session = observed('A lantern and a lantern of Okonkwo.', 'Nothing.', 'One lantern for Okonkwo.')

  test('has its uses and messages, its first and its last turn', () => {
    expect(tagOf(session, 'lantern')).toMatchObject({ kind: 'term', count: 3, messages: 2, firstTurn: 1, lastTurn: 2 })
  })

  test('weighs rarity x protective value x decay', () => {
    const tag = { ...tagOf(session, 'lantern'), kind: 'path', messages: 2, lastTurn: 1 } as const
    expect(tagWeight({ ...session, turn: 41 }, tag)).toBe((Math.log(1 + 3 / 2) * 2.5 * 40) / (40 + 40))
  })

  test('of an exact string weighs more than a name, and a name more than a term', () => {
    const text = 'we said that Okonkwo saw invoice AB-1234'
    const shown = topTags(observed(text, text, text), 9)
    expect(shown[0]).toMatchObject({ kind: 'identifier', word: 'AB-1234' })
    expect(shown[1]).toMatchObject({ kind: 'name', word: 'Okonkwo' })
  })

  test('is not a name because of its capital alone in a language that capitalises nouns', () => {
    const german =
      'wir haben das Haus, den Garten, die Wohnung, den Makler, die Miete, den Vertrag, das Bad, die Küche, den Keller, das Dach, die Heizung, den Balkon, die Straßenbahn, den Bahnhof, die Schule, den Laden, die Bank, das Amt, den Notar, die Steuer und den Brief gesehen'
    const kinds = [...observed(german, german, german).tags.values()].map(({ kind }) => kind)
    expect(kinds).not.toContain('name')
  })

  test('counts how often digests mention it', () => {
    let state: FoldState | undefined
    playTalk(readTalk('en-allotment'), (input) => {
      state = observe(input)
      return state
    })
    expect(state!.digests.length).toBeGreaterThan(0)
    const held = [...cloudOf(state!).tags].filter(([, tag]) => tag.held > 0)
    expect(held.length).toBeGreaterThan(0)
    for (const [key, tag] of held) expect(tag.held).toBe(state!.held.all.get(key))
  })
})

test('a cloud stays within its bound, and the lightest tags are evicted', () => {
  const session = createSessionCloud()
  for (let turn = 1; turn <= 300; turn++) {
    const fresh = Int32Array.from({ length: 30 }, (_, i) => turn * 100 + i)
    const ids = turn % 10 ? fresh : Int32Array.of(7, ...fresh)
    const terms = { ids, counts: new Uint16Array(ids.length).fill(1), length: ids.length }
    addMessage(session, { terms, values: { ids: new Int32Array(), counts: new Uint16Array(), length: 0 } }, turn)
    expect(session.tags.size).toBeLessThanOrEqual(2000)
  }
  expect(session.tags.get(7)).toMatchObject({ messages: 30 })
  expect(session.tags.has(101)).toBe(false)
})

test('a stored cloud is restored with its figures, and without words that may not be stored', () => {
  const session = observed('the lantern of Okonkwo costs 450 dollars', 'a lantern of Okonkwo', 'ok')
  const stored = storeCloud(session, ({ kind }) => kind === 'name')
  const text = JSON.stringify(stored)
  expect(text).toContain('Okonkwo')
  for (const hidden of ['lantern', '450']) expect(text).not.toContain(hidden)
  const bare = (tags: SessionCloud['tags']) => [...tags].map(([key, tag]) => [key, { ...tag, word: undefined }])
  const restored = restoreCloud(JSON.parse(text))
  expect(bare(restored.tags)).toEqual(bare(session.tags))
  expect(restored).toMatchObject({ turn: session.turn, messages: 3 })
})
