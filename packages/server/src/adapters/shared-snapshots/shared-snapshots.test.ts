import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SnapshotKey } from '../../compression/snapshot-port.ts'
import type { Log } from '../../ports.ts'
import { describeSnapshotPlace } from '../snapshot-place-contract.ts'
import { MemorySnapshotPlace } from './memory-place.fixture.ts'
import { SharedSnapshots } from './shared-snapshots.ts'

describeSnapshotPlace('in memory', async () => {
  const place = new MemorySnapshotPlace()
  return { nodes: [place, place], close: () => place.close() }
})

const KEY: SnapshotKey = { accountId: 'account', idHash: 'session', beginning: 'first' }
const BYTES = Buffer.from('a state as bytes')
const NOTHING = { used: 0, missing: 0, late: 0, refused: 0, written: 0, left_out: 0 }

const lines: string[] = []
const note = (_fields: object, message: string) => void lines.push(message)
const log: Log = { info: note, warn: note, error: note }

let place: MemorySnapshotPlace

beforeEach(() => {
  place = new MemorySnapshotPlace()
  lines.length = 0
})

function open(secret = 'the secret of all nodes', answerMs = 500): SharedSnapshots {
  return new SharedSnapshots({ place, secrets: { secret }, answerMs, lifetimeMs: 60_000, log, name: 'The place' })
}

describe('a snapshot that a node has saved', () => {
  test('is found by another node with the same secret, and is sealed in the place', async () => {
    const [one, other] = [open(), open()]
    await one.save(KEY, BYTES)
    expect(Buffer.from((await other.find(KEY))!)).toEqual(BYTES)
    expect(one.read()).toEqual({ ...NOTHING, written: 1 })
    const [name, { bytes }] = [...place.kept][0]!
    expect(Buffer.from(bytes).includes(BYTES)).toBe(false)
    for (const part of Object.values(KEY)) expect(name).not.toContain(part)
  })

  test.each<Partial<SnapshotKey>>([{ accountId: 'other' }, { idHash: 'other' }, { beginning: 'other' }])(
    'is not found for %o',
    async (change) => {
      const snapshots = open()
      await snapshots.save(KEY, BYTES)
      expect(await snapshots.find({ ...KEY, ...change })).toBeUndefined()
      expect(snapshots.read().missing).toBe(1)
    },
  )

  test('does not open if it was moved to another session', async () => {
    const snapshots = open()
    await snapshots.save(KEY, BYTES)
    await snapshots.save({ ...KEY, idHash: 'other' }, BYTES)
    const [first, second] = [...place.kept.keys()] as [string, string]
    place.kept.set(second, place.kept.get(first)!)
    expect(await snapshots.find({ ...KEY, idHash: 'other' })).toBeUndefined()
    expect(snapshots.read().refused).toBe(1)
  })

  test('does not open with another secret', async () => {
    await open().save(KEY, BYTES)
    const stranger = open('another secret entirely')
    expect(await stranger.find(KEY)).toBeUndefined()
    expect(stranger.read().refused).toBe(1)
  })
})

describe('while the place does not respond', () => {
  test('a request waits for a limited time, and after a few failures not at all', async () => {
    const snapshots = open(undefined, 10)
    await snapshots.save(KEY, BYTES)
    place.delayMs = 3000
    const times: number[] = []
    for (let index = 0; index < 12; index++) {
      const startedAt = performance.now()
      expect(await snapshots.find(KEY)).toBeUndefined()
      times.push(performance.now() - startedAt)
    }
    expect(times.filter((ms) => ms > 8).length).toBeLessThanOrEqual(4)
    expect(snapshots.read().late).toBe(12)
    expect(lines).toEqual([expect.stringMatching(/^The place does not return snapshots in time/)])
  })

  test('nothing is written, and the place is asked again once a second until it responds', async () => {
    const snapshots = open()
    await snapshots.save(KEY, BYTES)
    place.isGone = true
    for (let index = 0; index < 5; index++) await snapshots.find(KEY)
    await snapshots.save(KEY, BYTES)
    expect(snapshots.read()).toMatchObject({ written: 1, left_out: 1 })
    place.isGone = false
    await vi.waitFor(async () => expect(await snapshots.find(KEY)).toBeDefined(), 5000)
    expect(lines.at(-1)).toMatch(/^The place returns snapshots in time again/)
  })

  test('a snapshot that cannot be written is omitted', async () => {
    const snapshots = open()
    place.isGone = true
    await snapshots.save(KEY, BYTES)
    place.isGone = false
    place.isFull = true
    await snapshots.save(KEY, BYTES)
    await snapshots.save(KEY, new Uint8Array(5 * 1024 * 1024))
    expect(snapshots.read()).toEqual({ ...NOTHING, left_out: 3 })
    expect(place.kept.size).toBe(0)
  })
})
