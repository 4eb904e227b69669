import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type FoldState, topTags } from '@pleat/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCounters } from '../proxy/counters.ts'
import type { CloudStore } from './cloud-port.ts'
import { stateOf } from './counted-cloud.fixture.ts'
import { unpackCloud } from './packed-cloud.ts'
import { showCloud } from './shown-cloud.ts'
import { StoredTagClouds } from './tag-clouds.ts'

const SESSION = { accountId: 'a', idHash: 's' }

let stored: Map<string, Uint8Array>
let isBroken: boolean
let isUnreadable: boolean
let counters = createCounters()
beforeEach(() => {
  stored = new Map()
  isBroken = false
  isUnreadable = false
  counters = createCounters()
})

const store: CloudStore = {
  async find(accountId, idHash) {
    if (isBroken || isUnreadable) throw new Error('broken')
    return stored.get(`${accountId}/${idHash}`)
  },
  async save(accountId, idHash, cloud) {
    if (isBroken) throw new Error('broken')
    stored.set(`${accountId}/${idHash}`, cloud)
    return true
  },
  clear: async () => 0,
}

const open = (): StoredTagClouds => new StoredTagClouds({ store, log: { info() {}, warn() {}, error() {} }, counters })

async function tags(): Promise<Record<string, { messages: number; firstTurn: number; lastTurn: number }>> {
  const { cloud } = (await unpackCloud(stored.get('a/s')!))!
  return Object.fromEntries(
    topTags(cloud, 9999).map(({ word, messages, firstTurn, lastTurn }) => [word, { messages, firstTurn, lastTurn }]),
  )
}

async function noteAll(clouds: StoredTagClouds, ...states: readonly FoldState[]): Promise<void> {
  for (const state of states) clouds.note(SESSION, state)
  await clouds.flush()
}

const FIRST = ['Where is the lantern?', 'It hangs in the harbour.', 'And the lighthouse?']
const SECOND = [...FIRST, 'It stands behind the harbour.', 'Who keeps the lantern?']

describe('tag clouds', () => {
  test('are stored with tags and turns', async () => {
    await noteAll(open(), stateOf(SECOND))
    expect(await tags()).toMatchObject({
      lantern: { messages: 2, firstTurn: 1, lastTurn: 3 },
      harbour: { messages: 2, firstTurn: 1, lastTurn: 2 },
    })
    // The words of one message alone are withheld, and their tags stay.
    expect(await tags()).not.toHaveProperty('lighthouse')
    expect(await tags()).toMatchObject({ undefined: { messages: 1 } })
  })

  test('continue after a restart when the client has cut off its history', async () => {
    await noteAll(open(), stateOf(SECOND))
    await noteAll(open(), stateOf([...SECOND.slice(2), 'Nobody.', 'Then blow out the lantern.']))
    expect(await tags()).toMatchObject({
      lantern: { messages: 3, firstTurn: 1, lastTurn: 4 },
      harbour: { messages: 2, firstTurn: 1, lastTurn: 2 },
    })
  })

  test('contain all branches of a session that wait to be stored', async () => {
    const branch = (thing: string) => stateOf([...SECOND, `The ${thing}.`, `Which ${thing}?`])
    await noteAll(open(), branch('volcano'), branch('glacier'))
    expect(await tags()).toMatchObject({ volcano: { messages: 2 }, glacier: { messages: 2 }, lantern: { messages: 2 } })
  })

  test('contain messages that a history gains between scheduling and writing', async () => {
    const clouds = open()
    const state = stateOf(FIRST)
    clouds.note(SESSION, state)
    stateOf(SECOND, { state })
    await clouds.flush()
    expect(await tags()).toMatchObject({ lantern: { messages: 2, firstTurn: 1, lastTurn: 3 } })
  })

  test('that cannot be written or read are counted and cause no other error', async () => {
    isBroken = true
    await noteAll(open(), stateOf(FIRST))
    expect(counters.read().cloud_failed).toBeGreaterThan(0)
  })

  test('keep what is stored when the store fails to return it', async () => {
    await noteAll(open(), stateOf(SECOND))
    isUnreadable = true
    await noteAll(open(), stateOf(['Nobody.', 'Then blow out the candle.', 'Which candle?']))
    isUnreadable = false
    expect(await tags()).toMatchObject({ lantern: { messages: 2 } })
    expect(counters.read().cloud_failed).toBe(1)
  })

  test('of an unknown stored format are rebuilt', async () => {
    stored.set('a/s', Uint8Array.of(1, 2, 3))
    await noteAll(open(), stateOf(SECOND))
    expect(await tags()).toHaveProperty('lantern')
    expect(counters.read().cloud_failed).toBe(1)
  })

  test('that unpack to more than any cloud are rebuilt', async () => {
    await noteAll(open(), stateOf(FIRST))
    const unpacked = inflateRawSync(stored.get('a/s')!).toString()
    stored.set('a/s', deflateRawSync(unpacked + ' '.repeat(2_000_000)))
    await noteAll(open(), stateOf(SECOND))
    expect(await tags()).toMatchObject({ lantern: { messages: 2 } })
    expect(counters.read().cloud_failed).toBe(1)
  })

  test('of the previous format are not shown, and are replaced at the next request without an error', async () => {
    const columns = [[7], ['phrase'], ['red door'], [2], [2], [1], [2], [1.2], [3]]
    stored.set(
      'a/s',
      deflateRawSync(JSON.stringify({ version: 1, turn: 2, messages: 3, columns, aliases: [], marks: '' })),
    )
    expect(await showCloud(store, SESSION, 10)).toBeUndefined()
    await noteAll(open(), stateOf(SECOND))
    expect(Object.keys(await tags()).sort()).toEqual(['harbour', 'lantern', 'undefined'])
    expect(counters.read().cloud_failed).toBe(0)
  })
})
