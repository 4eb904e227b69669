import { ThreadedCompression } from '../../packages/server/src/adapters/threads/threaded-compression.ts'
import type { Compression } from '../../packages/server/src/compression/compression-port.ts'
import type { Deps, DepsOverrides } from '../../packages/server/src/deps.ts'
import { loadPrices } from '../../packages/server/src/money/price-file.ts'

/** Settings that a compression thread is started with. A server with one of them needs its own thread. */
const OF_THREADS = ['PLEAT_PRICES', 'PLEAT_TAG_CLOUD', 'PLEAT_REDIS_URL', 'PLEAT_WORKERS']

/** Factor on the time for which a request waits for steps of other accounts. */
const PATIENCE = 100

/** The parts of a server that its compression calls. */
type Host = Pick<Deps, 'storedClouds' | 'log' | 'counters'>

/** The compression that a server has borrowed. */
export interface Borrowed {
  /** The server closes it when the server is closed, which ends the loan. */
  readonly compression: Compression
  /** Connects it to its server. */
  connect(host: Host): void
}

/** Set while a server has borrowed the shared compression. */
let borrowed: { host: Host | undefined } | undefined
let shared: ThreadedCompression | undefined

/**
 * Lends a server the compression of this test process, whose threads are started and compiled once. A thread takes about a
 * second of CPU to start. Servers share no results in it, since each has accounts with random ids. Undefined while another
 * server has borrowed it, and for settings that need a separate thread.
 * @param foldTimeoutMs the same for all servers
 */
export function borrowCompression(
  foldTimeoutMs: number,
  { variables = {}, overrides = {} }: { variables?: Readonly<Record<string, string>>; overrides?: DepsOverrides },
): Borrowed | undefined {
  const isOwn = overrides.compression !== undefined || OF_THREADS.some((name) => name in variables)
  if (borrowed !== undefined || isOwn) return undefined
  const loan: { host: Host | undefined } = { host: undefined }
  borrowed = loan
  shared ??= open(foldTimeoutMs)
  const { read, warmUp, flush } = bound(shared)
  return {
    compression: {
      read,
      warmUp,
      flush,
      async close() {
        await flush()
        if (borrowed === loan) borrowed = undefined
      },
    },
    connect(host) {
      loan.host = host
    },
  }
}

function open(foldTimeoutMs: number): ThreadedCompression {
  const host = (): Host => {
    if (borrowed?.host === undefined) throw new Error('no server uses the shared compression')
    return borrowed.host
  }
  return new ThreadedCompression({
    threads: 1,
    foldBytes: 400 * 1024 * 1024,
    hasClouds: true,
    caches: loadPrices(undefined).caches,
    foldTimeoutMs,
    snapshots: undefined,
    log: {
      info: (fields, message) => host().log.info(fields, message),
      warn: (fields, message) => host().log.warn(fields, message),
      error: (fields, message) => host().log.error(fields, message),
    },
    counters: { add: (name) => host().counters.add(name) },
    store: {
      find: (...session) => host().storedClouds.find(...session),
      save: (...cloud) => host().storedClouds.save(...cloud),
      clear: () => host().storedClouds.clear(),
    },
  })
}

function bound(compression: ThreadedCompression): Pick<Compression, 'read' | 'warmUp' | 'flush'> {
  return {
    // While other tests run, a step of another account may take as long as the process waits for a core.
    read: (body, about) => compression.read(body, { ...about, patience: PATIENCE }),
    warmUp: (messages) => compression.warmUp(messages),
    flush: () => compression.flush(),
  }
}
