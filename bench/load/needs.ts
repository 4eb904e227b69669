import type { AgentBehaviour, AgentRequest } from './agents.ts'
import type { LoadFigures } from './figures.ts'

/** What one request takes, computed from measured figures. */
export interface Costs {
  /** CPU milliseconds of a request with a history of so many tokens, at a node that knows the conversation. */
  cpuMs(tokens: number): number
  /** Bytes of the fold state and the recent bodies of a session, for each token of its history. */
  readonly memoryPerToken: number
  readonly workerMegabytes: number
  readonly transactions: number
  readonly rows: number
  readonly walBytes: number
  readonly redisCommands: number
  readonly redisInPerToken: number
  readonly redisOutBytes: number
  readonly snapshotPerToken: number
}

const LONG_TOKENS = 100_000
const SHORT_TOKENS = 25_000
const MEGABYTE = 1_000_000
/** Several workers take more CPU time for a request than one; of the measured numbers, the one that is not above the cores. */
const WORKERS = 2

export function costsOf({ workers, shortNextTurnCpuMs, memory, stores }: LoadFigures): Costs {
  const several = workers.find((each) => each.workers === WORKERS) ?? workers[0]!
  const alone = workers.find((each) => each.workers === 1) ?? several
  const factor = Math.max(1, several.nextTurn.cpuMs / alone.nextTurn.cpuMs)
  // With the work for PostgreSQL and Valkey, which the embedded store does not have.
  const long = Math.max(alone.nextTurn.cpuMs, stores.cpuMs) * factor
  const short = Math.min(long, shortNextTurnCpuMs * (long / alone.nextTurn.cpuMs))
  const slope = (long - short) / (LONG_TOKENS - SHORT_TOKENS)
  return {
    cpuMs: (tokens) => Math.max(several.small.cpuMs, short + slope * (tokens - SHORT_TOKENS)),
    memoryPerToken: (memory.perSessionMegabytes * MEGABYTE) / LONG_TOKENS,
    workerMegabytes: several.idleMegabytes.worker ?? several.idleMegabytes.first,
    transactions: stores.postgres.transactions,
    rows: stores.postgres.rows,
    walBytes: stores.postgres.walBytes,
    redisCommands: stores.redis.commands,
    redisInPerToken: stores.redis.inBytes / LONG_TOKENS,
    redisOutBytes: stores.redis.outBytes,
    snapshotPerToken: stores.snapshotBytes / LONG_TOKENS,
  }
}

/** What the agents need. Rates are per second. */
export interface Needs {
  readonly behaviour: AgentBehaviour
  readonly coresPerNode: number
  readonly requestsPerSecond: number
  readonly busiestSecond: number
  readonly meanTokens: number
  readonly inFlight: number
  readonly mostInFlight: number
  readonly cpuMsPerRequest: number
  /** Cores that work all the time, and cores at the utilisation that leaves room for bursts. */
  readonly busyCores: number
  readonly cores: number
  /** With one more than needed, so that one may be lost. */
  readonly nodes: number
  readonly megabytesPerNode: number
  readonly bodyMegabytesPerSecond: number
  readonly conversationsAnHour: number
  readonly postgres: { readonly transactions: number; readonly rows: number; readonly walMegabytes: number }
  readonly redis: {
    readonly commands: number
    readonly inMegabytes: number
    readonly outMegabytes: number
    readonly memoryMegabytes: number
  }
  readonly connectionsPerNode: number
  readonly descriptorsPerNode: number
  readonly databaseConnections: number
}

/** Share of the cores that work: at more, requests wait for each other in bursts. */
const UTILISATION = 0.6
const BYTES_PER_TOKEN = 4.26
/** Snapshots stay for an hour, so conversations that ended within it still take room. */
const SNAPSHOT_HOURS = 1
/** Of fold states in each worker; the least recently used are evicted first. */
const MOST_STATE_MEGABYTES = 400
const DATABASE_CONNECTIONS = 11
/** Files, timers, sockets between processes, log: of an idle worker. */
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
    MOST_STATE_MEGABYTES * coresPerNode,
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
      walMegabytes: (requestsPerSecond * costs.walBytes) / MEGABYTE,
    },
    redis: {
      commands: requestsPerSecond * costs.redisCommands,
      inMegabytes: (requestsPerSecond * meanTokens * costs.redisInPerToken) / MEGABYTE,
      outMegabytes: (requestsPerSecond * costs.redisOutBytes) / MEGABYTE,
      memoryMegabytes:
        ((behaviour.agents + (firsts / seconds) * 3600 * SNAPSHOT_HOURS) * meanTokens * costs.snapshotPerToken) /
        MEGABYTE,
    },
    connectionsPerNode,
    // One of the client and one of the provider for each request in flight.
    descriptorsPerNode: 2 * connectionsPerNode + (OWN_DESCRIPTORS + DATABASE_CONNECTIONS) * (coresPerNode + 1),
    databaseConnections: nodes * coresPerNode * DATABASE_CONNECTIONS,
  }
}
