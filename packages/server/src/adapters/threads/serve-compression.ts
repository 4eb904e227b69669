import { parentPort, workerData } from 'node:worker_threads'
import { createStaticVectors, encodingOf } from '@pleat/core'
import type { CloudStore } from '../../cloud/cloud-port.ts'
import { NO_TAG_CLOUDS, StoredTagClouds } from '../../cloud/tag-clouds.ts'
import { CompressionEngine } from '../../compression/compression-engine.ts'
import type { CounterSink } from '../../compression/counter-sink.ts'
import type { Snapshots } from '../../compression/snapshot-port.ts'
import { VERSION } from '../../config/version.ts'
import type { Log } from '../../ports.ts'
import { shortSha256 } from '../sha256.ts'
import { readStaticVectorTable } from '../static-vectors-file.ts'
import { Channel, Moved } from './channel.ts'
import type { CompressionCall, CompressionThreadData, HostCall } from './compression-calls.ts'
import { createHeartbeat } from './heartbeat.ts'
import { lowerPriority } from './lower-priority.ts'

/** Serves calls to read, count and fold request bodies. Store, log and clock stay in the main thread. */

const data = workerData as CompressionThreadData
lowerPriority(data.niceness)
const heartbeat = createHeartbeat(data.heartbeat)
const host = new Channel<HostCall, CompressionCall>(parentPort!, answer)

const log: Log = {
  info: (fields, message) => host.tell({ op: 'log', level: 'info', fields, message }),
  warn: (fields, message) => host.tell({ op: 'log', level: 'warn', fields, message }),
  error: (fields, message) => host.tell({ op: 'log', level: 'error', fields, message }),
}
const counters: CounterSink = { add: (name) => host.tell({ op: 'count', name }) }

const cloudStore: Pick<CloudStore, 'find' | 'save'> = {
  find: (accountId, idHash) => host.call({ op: 'find-cloud', session: { accountId, idHash } }),
  save: (accountId, idHash, bytes) => host.call({ op: 'save-cloud', session: { accountId, idHash }, bytes }),
}

const snapshots: Pick<Snapshots, 'find' | 'save' | 'note'> = {
  find: (key) => host.call<Uint8Array | undefined>({ op: 'find-snapshot', key }).catch(() => undefined),
  save: (key, bytes) =>
    host.call<void>({ op: 'save-snapshot', key, bytes }, [bytes.buffer as ArrayBuffer]).catch(() => {}),
  note: (event) => host.tell({ op: 'note-snapshot', event }),
}

const engine = new CompressionEngine({
  hash: shortSha256,
  hashBytes: shortSha256,
  vectors: loadVectors(),
  caches: data.caches,
  clouds: data.hasClouds ? new StoredTagClouds({ store: cloudStore, log, counters }) : NO_TAG_CLOUDS,
  snapshots: data.hasSnapshots ? snapshots : undefined,
  version: VERSION,
  log,
  counters,
  onStep: (owner) => heartbeat.beat(owner),
  foldBytes: data.foldBytes,
})
// Creating the counter must not delay the first request.
encodingOf('o200k')
host.tell({ op: 'ready' })

function answer(call: CompressionCall): unknown {
  switch (call.op) {
    case 'read':
      return working(call.ticket, () => engine.read(call.ticket, Buffer.from(call.body.buffer), call))
    case 'prepare':
      return prepare(call.ticket, call)
    case 'release':
      return working(call.ticket, () => engine.release(call.ticket, call.finish))
    case 'warm-up':
      return engine.warmUp(call.messages)
    case 'flush':
      return engine.flush()
    default:
      return call satisfies never
  }
}

function working<Result>(owner: number, work: () => Result): Result {
  heartbeat.beat(owner)
  try {
    return work()
  } finally {
    heartbeat.beat(0)
  }
}

async function prepare(ticket: number, { request }: CompressionCall & { op: 'prepare' }): Promise<unknown> {
  const prepared = await engine.prepare(ticket, request)
  const buffers = [prepared.body, prepared.stripped].flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
  return new Moved(prepared, buffers)
}

function loadVectors() {
  try {
    return createStaticVectors(readStaticVectorTable())
  } catch (error) {
    log.error({ error }, 'The table of static vectors could not be read; recall compares words only.')
    return undefined
  }
}
