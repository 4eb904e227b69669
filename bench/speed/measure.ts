import { type Answer, Connection } from './connection.ts'
import type { Contender, ContenderName } from './contenders.ts'
import { createCpuClock } from './cpu-clock.ts'
import { createRequests, type NumberedBody } from './requests.ts'
import { quantile, rotated } from './statistics.ts'

/** Measurements of one contender in one round: times in milliseconds, CPU time in microseconds. */
export interface RoundFigures {
  readonly requestsPerSecond?: number
  readonly p50?: number
  readonly p95?: number
  readonly p99?: number
  readonly firstByteP50?: number
  readonly cpuPerRequest: number
}

/** Measurements of one round by contender. */
export type Round = Partial<Record<ContenderName, RoundFigures>>

/** Requests per second over `connections` connections for `milliseconds`, one contender after the other. */
export async function throughputRound(
  contenders: readonly Contender[],
  bodies: readonly NumberedBody[],
  options: { connections: number; milliseconds: number; round: number },
): Promise<Round> {
  const round: Round = {}
  for (const contender of rotated(contenders, options.round)) {
    const cpu = createCpuClock(contender.pid)
    const cpuBefore = cpu()
    const from = performance.now()
    const count = await flood(contender, bodies, options)
    const seconds = (performance.now() - from) / 1000
    const cpuPerRequest = (cpu() - cpuBefore) / count
    round[contender.name] = { requestsPerSecond: count / seconds, cpuPerRequest }
  }
  return round
}

async function flood(
  contender: Contender,
  bodies: readonly NumberedBody[],
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<number> {
  const request = createRequests(contender)
  const until = performance.now() + milliseconds
  let count = 0
  async function keepAsking(): Promise<void> {
    const connection = new Connection(contender.port)
    while (performance.now() < until) {
      await ask(contender, connection, request(bodies[count++ % bodies.length]!))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  return count
}

/** One connection to each contender, kept over the rounds of a case. */
export class Lanes {
  readonly contenders: readonly Contender[]
  readonly #lanes: ReadonlyMap<
    ContenderName,
    { readonly connection: Connection; readonly request: ReturnType<typeof createRequests> }
  >
  #orders = 0

  constructor(contenders: readonly Contender[], extraHeaders: readonly string[] = []) {
    this.contenders = contenders
    this.#lanes = new Map(
      contenders.map((contender) => {
        const request = createRequests(contender, extraHeaders)
        return [contender.name, { connection: new Connection(contender.port), request }] as const
      }),
    )
  }

  /** The contenders, rotated by one more at each call. */
  nextOrder(): Contender[] {
    return rotated(this.contenders, this.#orders++)
  }

  async ask(contender: Contender, body: NumberedBody): Promise<Answer> {
    const { connection, request } = this.#lanes.get(contender.name)!
    return ask(contender, connection, request(body))
  }

  close(): void {
    for (const { connection } of this.#lanes.values()) connection.close()
  }
}

/**
 * Number of consecutive requests to one contender. It is small, so that load by other programs affects all contenders
 * alike, and large enough that most requests find the contender's code in the processor caches.
 */
export const REQUESTS_IN_A_ROW = 20

/**
 * Sends each body to each contender, one request at a time, alternating after `REQUESTS_IN_A_ROW` requests. `onPleat`
 * receives the answers of Pleat.
 */
export async function latencyRound(
  lanes: Lanes,
  bodies: readonly NumberedBody[],
  onPleat: (answer: Answer) => void = () => {},
): Promise<Round> {
  const { contenders } = lanes
  const clocks = contenders.map(({ pid }) => createCpuClock(pid))
  const cpuBefore = clocks.map((cpu) => cpu())
  const answers = new Map<ContenderName, Answer[]>(contenders.map(({ name }) => [name, []]))
  for (let from = 0; from < bodies.length; from += REQUESTS_IN_A_ROW) {
    for (const contender of lanes.nextOrder()) {
      for (const body of bodies.slice(from, from + REQUESTS_IN_A_ROW)) {
        const answer = await lanes.ask(contender, body)
        answers.get(contender.name)!.push(answer)
        if (contender.name === 'pleat') onPleat(answer)
      }
    }
  }
  const round: Round = {}
  for (const [i, { name }] of contenders.entries()) {
    const cpuPerRequest = (clocks[i]!() - cpuBefore[i]!) / bodies.length
    round[name] = { ...latencies(answers.get(name)!), cpuPerRequest }
  }
  return round
}

/**
 * Measures the delay of small requests by a long one. Sends each body of `long` to each contender on its own connection,
 * and those of `small` one at a time during it. `onLong` receives Pleat's answers to the long ones.
 */
export async function besideRound(
  lanes: { readonly long: Lanes; readonly small: Lanes },
  bodies: { readonly long: readonly NumberedBody[]; readonly small: readonly NumberedBody[] },
  onLong: (answer: Answer) => void,
): Promise<Round> {
  const round: Round = {}
  for (const contender of lanes.small.contenders) {
    const cpu = createCpuClock(contender.pid)
    const cpuBefore = cpu()
    const answers: Answer[] = []
    for (const body of bodies.long) {
      let isOver = false
      const long = lanes.long.ask(contender, body).finally(() => {
        isOver = true
      })
      do answers.push(await lanes.small.ask(contender, bodies.small[answers.length % bodies.small.length]!))
      while (!isOver)
      const answer = await long
      if (contender.name === 'pleat') onLong(answer)
    }
    const cpuPerRequest = (cpu() - cpuBefore) / (answers.length + bodies.long.length)
    round[contender.name] = { ...latencies(answers), cpuPerRequest }
  }
  return round
}

function latencies(answers: readonly Answer[]) {
  const last = answers.map(({ lastByteMs }) => lastByteMs)
  const first = answers.map(({ firstByteMs }) => firstByteMs)
  return {
    p50: quantile(last, 0.5),
    p95: quantile(last, 0.95),
    p99: quantile(last, 0.99),
    firstByteP50: quantile(first, 0.5),
  }
}

async function ask(contender: Contender, connection: Connection, parts: readonly Buffer[]): Promise<Answer> {
  const answer = await connection.send(parts)
  if (answer.status !== 200) throw new Error(`${contender.name} answered ${answer.status}.`)
  return answer
}
