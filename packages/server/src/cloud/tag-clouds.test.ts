import { restoreCloud, topTags } from '@pleat/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { BodyBytes } from '../compression/body-bytes.ts'
import type { CloudStore } from '../ports.ts'
import { createCounters } from '../proxy/counters.ts'
import { conversationOf, readBody } from './conversation.fixture.ts'
import { unpackTags } from './packed-cloud.ts'
import { BuiltTagClouds } from './tag-clouds.ts'

const SESSION = { accountId: 'a', idHash: 's' }
const DAY_MS = 24 * 60 * 60_000

let stored: Map<string, Uint8Array>
let isBroken: boolean
let now: number
let counters = createCounters()
beforeEach(() => {
  stored = new Map()
  isBroken = false
  now = 1000
  counters = createCounters()
})

const store: CloudStore = {
  async find(accountId, idHash) {
    if (isBroken) throw new Error('broken')
    return stored.get(`${accountId}/${idHash}`)
  },
  async save(accountId, idHash, cloud) {
    if (isBroken) throw new Error('broken')
    stored.set(`${accountId}/${idHash}`, cloud)
    return true
  },
  clear: async () => 0,
}

function open(): BuiltTagClouds {
  const log = { info() {}, warn() {}, error() {} }
  const clock = { now: () => now }
  return new BuiltTagClouds({ store, clock, log, counters, sameMeaning: undefined, lifetimeMs: 7 * DAY_MS })
}

async function tags(): Promise<Record<string, { messages: number; firstTurn: number; lastTurn: number }>> {
  const cloud = restoreCloud(await unpackTags(stored.get('a/s')!))
  return Object.fromEntries(
    topTags(cloud, 9999).map(({ word, messages, firstTurn, lastTurn }) => [word, { messages, firstTurn, lastTurn }]),
  )
}

const FIRST = ['Where is the lantern?', 'It hangs in the harbour.', 'And the lighthouse?']
const SECOND = [...FIRST, 'It stands behind the harbour.', 'Who keeps the lantern?']

describe('tag clouds', () => {
  test('are whole when the bodies that need not be kept are gone', async () => {
    const clouds = open()
    const kept: boolean[] = []
    const long = `The turbine stands still. ${'The ledger is full. '.repeat(4000)}`
    const longer = Array.from({ length: 10 }, (_, turn) => [long, `Why ${turn}?`]).flat()
    for (const texts of [
      FIRST,
      SECOND,
      [...SECOND, 'Nobody but the orchard.', 'Is the orchard near?'],
      [...SECOND, ...longer],
    ]) {
      const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
      const bytes = Buffer.from(JSON.stringify({ model: 'm', messages }))
      const isKept = clouds.note(SESSION, readBody(new BodyBytes(bytes), true))
      kept.push(isKept)
      if (!isKept) bytes.fill(0)
      await clouds.flush()
    }
    // What was seen of a session before decides, and then how much of it is new.
    expect(kept).toEqual([true, false, false, true])
    expect(Object.keys(await tags())).toEqual(expect.arrayContaining(['lantern', 'orchard', 'turbine']))
    expect(counters.read().cloud_failed).toBe(0)
  })

  test('hold what was said, with the turns', async () => {
    const clouds = open()
    clouds.note(SESSION, conversationOf(FIRST))
    clouds.note(SESSION, conversationOf(SECOND))
    await clouds.flush()
    expect(await tags()).toMatchObject({
      lantern: { messages: 2, firstTurn: 1, lastTurn: 3 },
      harbour: { messages: 2, firstTurn: 1, lastTurn: 2 },
    })
    // The words of one message alone are withheld, and their tags stay.
    expect(await tags()).not.toHaveProperty('lighthouse')
    expect(await tags()).toMatchObject({ undefined: { messages: 1 } })
  })

  test('go on after a restart, and read nothing twice', async () => {
    const before = open()
    before.note(SESSION, conversationOf(FIRST))
    await before.flush()
    const after = open()
    after.note(SESSION, conversationOf(SECOND))
    await after.flush()
    expect(await tags()).toMatchObject({
      lantern: { messages: 2, firstTurn: 1, lastTurn: 3 },
      harbour: { messages: 2, firstTurn: 1, lastTurn: 2 },
    })
  })

  test('begin anew when they were not used for their lifetime', async () => {
    const clouds = open()
    clouds.note(SESSION, conversationOf(FIRST))
    await clouds.flush()
    stored.clear()
    now += 7 * DAY_MS + 1
    clouds.note(SESSION, conversationOf(['Another lantern?', 'Another.', 'A third lantern?']))
    await clouds.flush()
    expect(await tags()).toMatchObject({ lantern: { messages: 2 } })
    expect(await tags()).not.toHaveProperty('harbour')
  })

  test('read nothing before the caller has gone on', async () => {
    const clouds = open()
    clouds.note(
      SESSION,
      conversationOf(Array.from({ length: 301 }, (_, index) => `A lantern of ${index} kg. `.repeat(50))),
    )
    expect(stored.size).toBe(0)
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    await clouds.flush()
    clearInterval(counting)
    expect(turns).toBeGreaterThan(5)
    expect((await tags()).lantern).toMatchObject({ messages: 301 })
  })

  test('that cannot be stored or found are counted, and nobody else hears of it', async () => {
    isBroken = true
    const clouds = open()
    clouds.note(SESSION, conversationOf(FIRST))
    await clouds.flush()
    expect(counters.read().cloud_failed).toBeGreaterThan(0)
  })

  test('of a stored form that is not known are built anew', async () => {
    stored.set('a/s', Uint8Array.of(1, 2, 3))
    const clouds = open()
    clouds.note(SESSION, conversationOf(SECOND))
    await clouds.flush()
    expect(await tags()).toHaveProperty('lantern')
    expect(counters.read().cloud_failed).toBe(1)
  })
})
