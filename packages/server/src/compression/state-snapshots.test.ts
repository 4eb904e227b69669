import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import type { SessionKey } from '../cloud/cloud-port.ts'
import { NO_TAG_CLOUDS } from '../cloud/tag-clouds.ts'
import { createPriceList } from '../money/prices.ts'
import { CompressionEngine } from './compression-engine.ts'
import type { PrepareRequest } from './compression-port.ts'
import type { SnapshotKey, Snapshots } from './snapshot-port.ts'

const log = { info() {}, warn() {}, error() {} }
const SESSION: SessionKey = { accountId: 'a', idHash: 's' }
const FORMAT = 'openai-chat'

/** Snapshots in memory, and counts of their outcomes. */
class KeptSnapshots implements Pick<Snapshots, 'find' | 'save' | 'note'> {
  readonly kept = new Map<string, Uint8Array>()
  readonly events: string[] = []

  async find(key: SnapshotKey): Promise<Uint8Array | undefined> {
    const found = this.kept.get(JSON.stringify(key))
    this.events.push(found ? 'found' : 'missing')
    return found
  }

  async save(key: SnapshotKey, bytes: Uint8Array): Promise<void> {
    this.events.push('saved')
    this.kept.set(JSON.stringify(key), bytes)
  }

  note(event: 'used' | 'refused'): void {
    this.events.push(event)
  }
}

class Node {
  readonly #engine: CompressionEngine
  #ticket = 0

  constructor(snapshots: KeptSnapshots | undefined, version = '1.0.0') {
    this.#engine = new CompressionEngine({
      hash: shortSha256,
      hashBytes: shortSha256,
      caches: createPriceList().caches,
      vectors: undefined,
      clouds: NO_TAG_CLOUDS,
      snapshots,
      version,
      log,
      counters: { add() {} },
      onStep() {},
      foldBytes: 50_000_000,
    })
  }

  /** The body that is sent for a request with these messages. */
  async send(messages: readonly object[], { session = SESSION, isTransient = false } = {}): Promise<string> {
    const ticket = ++this.#ticket
    const body = Buffer.from(JSON.stringify({ model: 'gpt-4o', messages }))
    const sent = body.toString()
    this.#engine.read(ticket, Buffer.from(body), { accountId: session.accountId, format: FORMAT })
    const fold: PrepareRequest['fold'] = {
      session,
      objective: 'tokens',
      isCached: false,
      cache: undefined,
      isTransient,
    }
    const prepared = await this.#engine.prepare(ticket, { fold, disabled: undefined, wantsStripped: false })
    const result = prepared.body?.toString() ?? sent
    await this.#engine.release(ticket, { cloud: undefined })
    return result
  }
}

const THINGS = ['harbour', 'invoice', 'ledger', 'turbine', 'orchard', 'lantern', 'passport', 'violin', 'glacier']

/** The messages of the request of turn `turn`, each turn about 2 KB. */
function messagesAt(turn: number): object[] {
  const said = (index: number, times: number): string =>
    Array.from({ length: times }, (_, place) => {
      const thing = THINGS[(index * 7 + place * 3) % THINGS.length]
      return `The ${thing} number ${index * 100 + place} was moved to hall ${(index + place) % 40} by the crew of ${THINGS[(index + place) % THINGS.length]}.`
    }).join(' ')
  return Array.from({ length: 2 * turn - 1 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: said(index, index % 2 ? 18 : 4),
  }))
}

describe('a node that has never seen a long conversation', () => {
  test('continues from the snapshot of another node, and sends the bytes of a single node', async () => {
    const snapshots = new KeptSnapshots()
    const [alone, one, other] = [new Node(undefined), new Node(snapshots), new Node(snapshots)]
    const expected: string[] = []
    for (let turn = 38; turn <= 44; turn++) expected.push(await alone.send(messagesAt(turn)))
    for (let turn = 38; turn <= 41; turn++) expect(await one.send(messagesAt(turn))).toBe(expected[turn - 38])
    snapshots.events.length = 0
    for (let turn = 42; turn <= 44; turn++) expect(await other.send(messagesAt(turn))).toBe(expected[turn - 38])
    expect(snapshots.events.slice(0, 2)).toEqual(['found', 'used'])
    expect(snapshots.events.filter((event) => event === 'found')).toHaveLength(1)
    expect(expected[6]).not.toBe(JSON.stringify({ model: 'gpt-4o', messages: messagesAt(44) }))
  })

  test('reads and writes no snapshot of a short conversation', async () => {
    const snapshots = new KeptSnapshots()
    const node = new Node(snapshots)
    for (let turn = 1; turn <= 12; turn++) await node.send(messagesAt(turn))
    expect(snapshots.events).toEqual([])
  })

  test('refuses a snapshot of another version, and sends the same bytes', async () => {
    const snapshots = new KeptSnapshots()
    await new Node(snapshots, '1.0.0').send(messagesAt(40))
    snapshots.events.length = 0
    const sent = await new Node(snapshots, '1.0.1').send(messagesAt(41))
    expect(snapshots.events.slice(0, 2)).toEqual(['found', 'refused'])
    expect(sent).toBe(await new Node(undefined).send(messagesAt(41)))
  })

  test('folds anew, in interruptible steps, if the snapshot is far behind the conversation', async () => {
    const snapshots = new KeptSnapshots()
    await new Node(snapshots).send(messagesAt(36))
    snapshots.events.length = 0
    const sent = await new Node(snapshots).send(messagesAt(90))
    expect(snapshots.events.slice(0, 2)).toEqual(['found', 'refused'])
    expect(sent).toBe(await new Node(undefined).send(messagesAt(90)))
  })

  test('refuses the snapshot of another conversation with the same beginning', async () => {
    const snapshots = new KeptSnapshots()
    await new Node(snapshots).send(messagesAt(40))
    snapshots.events.length = 0
    const forked = messagesAt(41).map((message, index) =>
      index === 9 ? { ...message, content: 'Never mind.' } : message,
    )
    const sent = await new Node(snapshots).send(forked)
    expect(snapshots.events.slice(0, 2)).toEqual(['found', 'refused'])
    expect(sent).toBe(await new Node(undefined).send(forked))
  })
})

test('a session that ends with its request reads and writes no snapshot, and is folded like every other', async () => {
  const snapshots = new KeptSnapshots()
  const sent = await new Node(snapshots).send(messagesAt(40), { isTransient: true })
  expect(snapshots.events).toEqual([])
  expect(sent).toBe(await new Node(undefined).send(messagesAt(40)))
  expect(sent).toContain('[Record')
})

test('a session in quick turns is written once, and again when it has grown by a tenth or after a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const snapshots = new KeptSnapshots()
  const node = new Node(snapshots)
  const saved = () => snapshots.events.filter((event) => event === 'saved').length
  for (let turn = 40; turn <= 43; turn++) await node.send(messagesAt(turn))
  expect(saved()).toBe(1)
  for (let turn = 44; turn <= 46; turn++) await node.send(messagesAt(turn))
  expect(saved()).toBe(2)
  // Changes since the last snapshot are written once.
  for (let times = 0; times < 2; times++) {
    vi.advanceTimersByTime(1000)
    await node.send(messagesAt(46))
    expect(saved()).toBe(3)
  }
})

test('a node that knows the conversation reads no snapshot', async () => {
  const snapshots = new KeptSnapshots()
  const node = new Node(snapshots)
  await node.send(messagesAt(40))
  snapshots.events.length = 0
  for (let turn = 41; turn <= 44; turn++) await node.send(messagesAt(turn))
  expect(snapshots.events.filter((event) => event !== 'saved')).toEqual([])
})
