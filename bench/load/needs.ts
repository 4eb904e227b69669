import type { AgentBehaviour, AgentRequest } from './agents.ts'
import type { ScaleFigures } from './figures.ts'

/** Resources of one request, computed from measured figures. */
export interface Costs {
  /** CPU milliseconds of a request, by the tokens of its history, at a node that has the conversation's fold state. */
  cpuMs(tokens: number): number
  /** Bytes of the fold state and the recent bodies of a session, for each token of its history. */
  readonly memoryPerToken: number
  readonly workerMegabytes: number
  readonly transactions: number
  readonly rows: number
  readonly walBytes: number | undefined
  readonly redisCommands: number
  readonly redisInPerToken: number
  readonly redisOutBytes: number | undefined
  readonly snapshotPerToken: number
}

const LONG_TOKENS = 100_000
const SHORT_TOKENS = 25_000
const MEGABYTE = 1_000_000

export function costsOf(figures: ScaleFigures): Costs {
  // Adds the work for PostgreSQL and Valkey, and for a second worker, which the base figures do not include.
  const factor = Math.max(1, figures.storesCpuMs / figures.longCpuMs) * Math.max(1, figures.workersFactor)
  const short = figures.shortCpuMs * factor
  // The measured time of the shorter history can be the higher one, but a longer history never takes less time.
  const slope = Math.max(0, (figures.longCpuMs * factor - short) / (LONG_TOKENS - SHORT_TOKENS))
  return {
    cpuMs: (tokens) => Math.max(figures.smallCpuMs, short + slope * (tokens - SHORT_TOKENS)),
    memoryPerToken: (figures.sessionMegabytes * MEGABYTE) / LONG_TOKENS,
    workerMegabytes: figures.workerMegabytes,
    transactions: figures.transactions,
    rows: figures.rows,
    walBytes: figures.walBytes,
    redisCommands: figures.redisCommands,
    redisInPerToken: figures.redisInBytes / LONG_TOKENS,
    redisOutBytes: figures.redisOutBytes,
    snapshotPerToken: figures.snapshotBytes / LONG_TOKENS,
  }
}

/** Resources that the agents need. Rates are per second. */
export interface Needs {
  readonly behaviour: AgentBehaviour
  readonly coresPerNode: number
  readonly requestsPerSecond: number
  readonly busiestSecond: number
  readonly meanTokens: number
  readonly inFlight: number
  readonly mostInFlight: number
  readonly cpuMsPerRequest: number
  /** Cores that are fully busy, and cores at the utilisation that leaves room for bursts. */
  readonly busyCores: number
  readonly cores: number
  /** Nodes, including one more than needed, so that one may fail. */
  readonly nodes: number
  readonly megabytesPerNode: number
  readonly bodyMegabytesPerSecond: number
  readonly conversationsAnHour: number
  readonly postgres: { readonly transactions: number; readonly rows: number; readonly walMegabytes: number | undefined }
  readonly redis: {
    readonly commands: number
    readonly inMegabytes: number
    readonly outMegabytes: number | undefined
    readonly memoryMegabytes: number
  }
  readonly connectionsPerNode: number
  readonly descriptorsPerNode: number
  readonly databaseConnections: number
}

/** Share of the cores that is busy. Above it, requests wait for each other in bursts. */
const UTILISATION = 0.6
const BYTES_PER_TOKEN = 4.26
/** Snapshots are kept for an hour, so conversations that ended within it still take memory. */
const SNAPSHOT_HOURS = 1
/** Largest memory of fold states in each worker. The least recently used are evicted first. */
const MAX_STATE_MEGABYTES = 192
const DATABASE_CONNECTIONS = 11
/** File descriptors of an idle worker: files, timers, sockets between processes, log. */
const OWN_DESCRIPTORS = 60

export function needsOf(
  requests: Iterable<AgentRequest>,
  {
    behaviour,
    costs,
    seconds,
    coresPerNode,
  }: {
    readonly behaviour: AgentBehaviour
    readonly costs: Costs
    readonly seconds: number
    readonly coresPerNode: number
  },
): Needs {
  const started = new Float64Array(seconds)
  const open = new Float64Array(seconds + 1)
  let [count, tokens, cpuMs, firsts] = [0, 0, 0, 0]
  for (const request of requests) {
    count++
    tokens += request.tokens
    cpuMs += costs.cpuMs(request.tokens)
    if (request.isFirst) firsts++
    started[Math.floor(request.at)]!++
    open[Math.floor(request.at)]!++
    open[Math.min(seconds, Math.ceil(request.at + request.seconds))]!--
  }
  let [current, sum, mostInFlight] = [0, 0, 0]
  for (let second = 0; second < seconds; second++) {
    current += open[second]!
    sum += current
    mostInFlight = Math.max(mostInFlight, current)
  }
  const requestsPerSecond = count / seconds
  const meanTokens = tokens / count
  const busyCores = cpuMs / 1000 / seconds
  const cores = busyCores / UTILISATION
  const nodes = Math.ceil(cores / coresPerNode) + 1
  const sessionsPerNode = behaviour.agents / nodes
  const states = Math.min(
    MAX_STATE_MEGABYTES * coresPerNode,
    (sessionsPerNode * meanTokens * costs.memoryPerToken) / MEGABYTE,
  )
  const bodies = ((mostInFlight / nodes) * meanTokens * BYTES_PER_TOKEN * 2) / MEGABYTE
  const connectionsPerNode = Math.ceil(mostInFlight / nodes)
  return {
    behaviour,
    coresPerNode,
    requestsPerSecond,
    busiestSecond: Math.max(...started),
    meanTokens,
    inFlight: sum / seconds,
    mostInFlight,
    cpuMsPerRequest: cpuMs / count,
    busyCores,
    cores,
    nodes,
    megabytesPerNode: costs.workerMegabytes * (coresPerNode + 1) + states + bodies,
    bodyMegabytesPerSecond: (requestsPerSecond * meanTokens * BYTES_PER_TOKEN) / MEGABYTE,
    conversationsAnHour: (firsts / seconds) * 3600,
    postgres: {
      transactions: requestsPerSecond * costs.transactions,
      rows: requestsPerSecond * costs.rows,
      walMegabytes: megabytesOf(requestsPerSecond, costs.walBytes),
    },
    redis: {
      commands: requestsPerSecond * costs.redisCommands,
      inMegabytes: (requestsPerSecond * meanTokens * costs.redisInPerToken) / MEGABYTE,
      outMegabytes: megabytesOf(requestsPerSecond, costs.redisOutBytes),
      memoryMegabytes:
        ((behaviour.agents + (firsts / seconds) * 3600 * SNAPSHOT_HOURS) * meanTokens * costs.snapshotPerToken) /
        MEGABYTE,
    },
    connectionsPerNode,
    // One connection of the client and one of the provider for each request in flight.
    descriptorsPerNode: 2 * connectionsPerNode + (OWN_DESCRIPTORS + DATABASE_CONNECTIONS) * (coresPerNode + 1),
    databaseConnections: nodes * coresPerNode * DATABASE_CONNECTIONS,
  }
}

/** The megabytes. Undefined if the bytes were not measured. */
function megabytesOf(count: number, bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : (count * bytes) / MEGABYTE
}
