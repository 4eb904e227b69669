import { describe, expect, it, test } from 'vitest'
import { digestCounts } from '../../digest-counts.ts'
import { runSteps } from '../../run-steps.ts'
import { figuresKnownOf, keepFigures } from '../digest/digest-figures.ts'
import { fold } from '../fold.ts'
import { playTalk, readTalk, talkNames } from '../golden/play.fixture.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, sha256, transcript } from '../talk.fixture.ts'
import { plainState } from './plain-state.fixture.ts'
import { readableIn } from './readable.fixture.ts'
import { readSnapshot, writeSnapshot, writeSnapshotInSteps } from './snapshot.ts'

const ENGINE = '5f3'

describe.each(talkNames())('snapshots after the requests of %s', (name) => {
  const talk = readTalk(name)

  test('are all written, and the next request continues with the same bytes', () => {
    let written = 0
    const sent = playTalk(talk, ({ state, transcript }) => {
      const context = { transcript, engine: ENGINE, hash: sha256 }
      const bytes = writeSnapshot(state!, context)
      written += bytes ? 1 : 0
      const restored = bytes && readSnapshot(bytes, context)
      expect(restored && plainState(restored)).toEqual(plainState(state!))
      return restored
    })
    expect(written).toBe(sent.length)
    expect(sent).toEqual(playTalk(talk))
  })

  test('contain no six adjacent letters or figures of the conversation', () => {
    let last: Uint8Array | undefined
    playTalk(talk, ({ state, transcript }) => {
      last = writeSnapshot(state!, { transcript, engine: ENGINE, hash: sha256 })
      return state
    })
    expect(readableIn(last!, JSON.stringify(talk.body.messages), 6)).toEqual([])
  })
})

describe('a snapshot', () => {
  const talk = readTalk('en-allotment')
  const conversation = conversationOf(talk.format, talk.body.messages)
  const context = { transcript: transcript(conversation), engine: ENGINE, hash: sha256 }
  const stateOf = (): FoldState => fold({ transcript: context.transcript, count: countTokens }).state

  it('contains the figures and the tokens of digests that are known', () => {
    const state = stateOf()
    const known = { language: 'en', numbers: Int32Array.of(7, 3, 0, 2, 11, -12) } as const
    keepFigures(state.digests[0]!, known)
    digestCounts.set(state.digests[0]!, { encoding: 'cl100k', ending: undefined, goingOn: 31 })
    const [first] = readSnapshot(writeSnapshot(state, context)!, context)!.digests
    expect(figuresKnownOf(first!)).toMatchObject(known)
    expect(digestCounts.get(first!)).toEqual({ encoding: 'cl100k', ending: undefined, goingOn: 31 })
  })

  it.each([
    ['of which a value is missing', [7, 3, 0, 2, 11]],
    ['of which the number of values is missing', [7, 3, 0]],
    ['with a negative number of values, at which a reader would never end', [7, 3, 0, -4]],
  ])('is refused with figures %s', (_, numbers) => {
    const state = stateOf()
    keepFigures(state.digests[0]!, { language: 'en', numbers: Int32Array.from(numbers) })
    expect(readSnapshot(writeSnapshot(state, context)!, context)).toBeUndefined()
  })

  it('is not written for a digest with words that are in no message', () => {
    const state = stateOf()
    expect(state.digests.length).toBeGreaterThan(0)
    const [first] = state.digests
    state.digests[0] = { ...first!, text: `${first!.text}\n1U Qzxjvwkq.` }
    expect(writeSnapshot(state, context)).toBeUndefined()
  })

  it('is not written for a history that the client has edited since', () => {
    const messages = talk.body.messages.map((message, index) =>
      index === 2 ? { ...message, content: 'Gone.' } : message,
    )
    const edited = { ...context, transcript: transcript(conversationOf(talk.format, messages)) }
    expect(writeSnapshot(stateOf(), edited)).toBeUndefined()
  })

  it('is written in its final state, although the state changed meanwhile', () => {
    const before = talk.body.messages.slice(0, -2)
    const early = fold({ transcript: transcript(conversationOf(talk.format, before)), count: countTokens }).state
    const steps = writeSnapshotInSteps(early, context)
    steps.next()
    const { state } = fold({ transcript: context.transcript, count: countTokens, state: early })
    const restored = readSnapshot(runSteps(steps)!, context)
    // Words that were added meanwhile are not searched for.
    restored!.cloud.words.clear()
    state.cloud.words.clear()
    expect(plainState(restored!)).toEqual(plainState(state))
  })

  it('is read and written again with the same bytes', () => {
    const bytes = writeSnapshot(stateOf(), context)!
    const restored = readSnapshot(bytes, context)!
    expect(writeSnapshot(restored, context)).toEqual(bytes)
  })
})
