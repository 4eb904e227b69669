import type { CloudStore } from '../../cloud/cloud-port.ts'
import type { CompressionCounter } from '../../compression/counter-sink.ts'
import type { Snapshots } from '../../compression/snapshot-port.ts'
import type { Log } from '../../ports.ts'
import type { HostCall } from './compression-calls.ts'

/** The services of the main thread that compression threads call. */
export interface HostParts {
  readonly store: CloudStore
  /** Undefined if no fold states are shared. */
  readonly snapshots: Snapshots | undefined
  readonly log: Log
  readonly counters: { add(name: CompressionCounter): void }
}

/** Answers a call of a compression thread. */
export function answerHostCall({ store, snapshots, log, counters }: HostParts, call: HostCall): unknown {
  switch (call.op) {
    case 'ready':
      return
    case 'find-cloud':
      return store.find(call.session.accountId, call.session.idHash)
    case 'save-cloud':
      return store.save(call.session.accountId, call.session.idHash, call.bytes)
    case 'find-snapshot':
      return snapshots?.find(call.key)
    case 'save-snapshot':
      return snapshots?.save(call.key, call.bytes)
    case 'note-snapshot':
      return snapshots?.note(call.event)
    case 'count':
      return counters.add(call.name as CompressionCounter)
    case 'log':
      return log[call.level](call.fields, call.message)
    default:
      return call satisfies never
  }
}
