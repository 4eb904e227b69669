import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SnapshotPlace } from './shared-snapshots/snapshot-place.ts'

/** A place of snapshots, opened by two nodes. */
export interface PlaceOfNodes {
  readonly nodes: readonly [SnapshotPlace, SnapshotPlace]
  close(): Promise<void>
}

const BYTES = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256)
const LIFETIME_MS = 60_000

/** The contract of all places of snapshots. */
export function describeSnapshotPlace(name: string, open: () => Promise<PlaceOfNodes>): void {
  describe(`snapshots ${name}`, () => {
    let place: PlaceOfNodes

    beforeEach(async () => {
      place = await open()
    })

    afterEach(() => place.close())

    test('are found by another node, byte for byte', async () => {
      const [one, other] = place.nodes
      const key = randomUUID()
      expect(await other.get(key)).toBeUndefined()
      expect(await one.set(key, BYTES, LIFETIME_MS)).toBe(true)
      expect(Buffer.compare((await other.get(key))!, BYTES)).toBe(0)
    })

    test('of a part of a buffer contain that part alone', async () => {
      const [one, other] = place.nodes
      const key = randomUUID()
      await one.set(key, BYTES.subarray(7, 19), LIFETIME_MS)
      expect([...(await other.get(key))!]).toEqual([...BYTES.subarray(7, 19)])
    })

    test('are the newest that any node has written', async () => {
      const [one, other] = place.nodes
      const key = randomUUID()
      await one.set(key, BYTES, LIFETIME_MS)
      await other.set(key, Uint8Array.of(1, 2), LIFETIME_MS)
      expect([...(await one.get(key))!]).toEqual([1, 2])
    })

    test('expire after their lifetime', async () => {
      const [one] = place.nodes
      const key = randomUUID()
      await one.set(key, BYTES, 150)
      await sleep(400)
      expect(await one.get(key)).toBeUndefined()
    })
  })
}
