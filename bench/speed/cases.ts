import { longBodies, newLongBodies, smallBodies, talkOf, turnBody, turnsOf } from './bodies.ts'
import { type Answer, headerOf } from './connection.ts'
import { type Contender, isPortkey } from './contenders.ts'
import { besideRound, Lanes, latencyRound, type Round, throughputRound } from './measure.ts'
import type { NumberedBody } from './requests.ts'

/** One benchmark, measured in rounds. */
export interface Case {
  readonly name: string
  readonly title: string
  readonly kind: 'throughput' | 'latency'
  /** Prepares, and returns a function that runs one round; the first round is warm-up. */
  prepare(contenders: readonly Contender[], scale: Scale): RoundRunner
}

/** Number and duration of rounds. */
export interface Scale {
  /** Rounds of latency. */
  readonly rounds: number
  /** Rounds of throughput, and milliseconds of each for each contender. */
  readonly floods: number
  readonly floodMs: number
  readonly warmUpMs: number
  /** Share of a full round's requests, from 0 to 1. */
  readonly share: number
}

export interface RoundRunner {
  run(round: number): Promise<Round>
  close(): void
}

const KB = 1000

/** All benchmarks in the order in which they run. */
export const CASES: readonly Case[] = [
  flood('1kb-flood', '1 KB, not folded, 32 connections', { connections: 32, bodies: () => smallBodies(2000) }),
  flood('200kb-flood', '200 KB, not folded, 16 connections', { connections: 16, bodies: () => longBodies(32) }),
  flood('200kb-new-flood', '200 KB, not folded, no text ever seen before, 16 connections', {
    connections: 16,
    bodies: () => newLongBodies(32),
  }),
  single('1kb', '1 KB, not folded', { count: 400, bodies: () => smallBodies(400), expect: ['short-conversation'] }),
  single('200kb', '200 KB, not folded', { count: 200, bodies: () => longBodies(32), expect: ['short-conversation'] }),
  single('200kb-new', '200 KB, not folded, no text ever seen before', {
    count: 40,
    bodies: () => newLongBodies(32),
    expect: ['short-conversation'],
  }),
  single('stream', '1 KB, streamed answer', {
    count: 60,
    bodies: () => smallBodies(400, { stream: true }),
    headers: ['x-bench-answer: stream'],
    expect: ['short-conversation'],
    withPortkey: false,
  }),
  firstFold(),
  besideFirstFold(),
  nextTurn('400kb-next', '400 KB (100k tokens), next turn', {
    sessions: 3,
    talk: { messages: 256, bytes: 420 * KB },
    timedTurns: 20,
    stride: 1,
  }),
  nextTurn('2mb-next', '2 MB (500k tokens), next turn', {
    sessions: 1,
    talk: { messages: 1280, bytes: 2_080 * KB },
    timedTurns: 40,
    stride: 20,
  }),
]

function flood(name: string, title: string, made: { connections: number; bodies: () => NumberedBody[] }): Case {
  return {
    name,
    title,
    kind: 'throughput',
    prepare(contenders, { floodMs, warmUpMs }) {
      const bodies = made.bodies()
      const { connections } = made
      return {
        run(round) {
          // V8 takes thousands of requests until it has compiled the hot code.
          const milliseconds = round === 0 ? warmUpMs : floodMs
          return throughputRound(contenders, bodies, { connections, milliseconds, round })
        },
        close() {},
      }
    },
  }
}

interface SingleOptions {
  readonly count: number
  readonly bodies: () => NumberedBody[]
  readonly headers?: readonly string[]
  /** Allowed compression states in Pleat's headers. */
  readonly expect: readonly string[]
  readonly withPortkey?: boolean
}

/** One connection, with bodies that differ from each other. */
function single(name: string, title: string, made: SingleOptions): Case {
  return {
    name,
    title,
    kind: 'latency',
    prepare(contenders, { share }) {
      const bodies = made.bodies()
      const measured = contenders.filter((contender) => !isPortkey(contender) || made.withPortkey !== false)
      const lanes = new Lanes(measured, made.headers)
      const count = Math.ceil(made.count * share)
      return {
        run: () => latencyRound(lanes, cycled(bodies, count), expectOutcome(made.expect)),
        close: () => lanes.close(),
      }
    },
  }
}

/** The delay that a first fold causes to other requests. */
function besideFirstFold(): Case {
  return {
    name: '1kb-beside-2mb-first',
    title: '1 KB, while a new conversation of 2 MB (500k tokens) is folded',
    kind: 'latency',
    prepare(contenders, { share }) {
      const measured = contenders.filter((contender) => !isPortkey(contender))
      const lanes = { long: new Lanes(measured), small: new Lanes(measured) }
      const small = smallBodies(100)
      return {
        run(round) {
          const count = Math.ceil(3 * share)
          const long = newTalks(count, { seed: 2_000_000 + round * count, messages: 1280, bytes: 2_080 * KB })
          // Until V8 has compiled the fold's code, the first folds exceed the deadline.
          const expected = round === 0 ? ['folded', 'recalled', 'deadline'] : ['folded', 'recalled']
          return besideRound(lanes, { long, small }, expectOutcome(expected))
        },
        close() {
          lanes.long.close()
          lanes.small.close()
        },
      }
    },
  }
}

/** New conversations, each sent once. */
function firstFold(): Case {
  return {
    name: '400kb-first',
    title: '400 KB (100k tokens), first fold of a new conversation',
    kind: 'latency',
    prepare(contenders, { share }) {
      const lanes = new Lanes(contenders)
      return {
        run(round) {
          const count = Math.ceil(16 * share)
          const bodies = newTalks(count, { seed: 1_000_000 + round * count, messages: 240, bytes: 400 * KB })
          return latencyRound(lanes, bodies, expectOutcome(['folded', 'recalled']))
        },
        close: () => lanes.close(),
      }
    },
  }
}

/** The last requests of `count` talks, from `seed` on. */
function newTalks(count: number, made: { seed: number; messages: number; bytes: number }): NumberedBody[] {
  return Array.from({ length: count }, (_, i) => {
    const talk = talkOf({ ...made, seed: made.seed + i })
    return turnBody(talk, turnsOf(talk))
  })
}

interface NextTurnOptions {
  readonly sessions: number
  readonly talk: { readonly messages: number; readonly bytes: number }
  /** Number of timed turns at the end of each talk. */
  readonly timedTurns: number
  /** Step between the earlier turns that are sent, to Pleat only. */
  readonly stride: number
}

/** Conversations that grow turn by turn. */
function nextTurn(name: string, title: string, made: NextTurnOptions): Case {
  return {
    name,
    title,
    kind: 'latency',
    prepare(contenders, { share }) {
      const lanes = new Lanes(contenders)
      const pleat = contenders.find((contender) => contender.name === 'pleat')!
      return {
        async run(round) {
          const count = Math.ceil(made.sessions * share)
          const bodies: NumberedBody[] = []
          for (let i = 0; i < count; i++) {
            const talk = talkOf({ seed: made.talk.bytes + round * count + i, ...made.talk })
            const timedFrom = turnsOf(talk) - made.timedTurns + 1
            for (let turn = 1; turn < timedFrom - 1; turn += made.stride) await lanes.ask(pleat, turnBody(talk, turn))
            await lanes.ask(pleat, turnBody(talk, timedFrom - 1))
            for (let turn = timedFrom; turn <= turnsOf(talk); turn++) bodies.push(turnBody(talk, turn))
          }
          return latencyRound(lanes, bodies, expectOutcome(['folded', 'recalled']))
        },
        close: () => lanes.close(),
      }
    },
  }
}

function cycled<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, i) => items[i % items.length]!)
}

/** Checks that Pleat served the requests in the way that the case measures. */
function expectOutcome(expected: readonly string[]): (answer: Answer) => void {
  return ({ head }) => {
    const outcome = headerOf(head, 'x-service-compression') ?? 'none'
    if (!expected.includes(outcome)) throw new Error(`Pleat did "${outcome}" instead of "${expected.join('" or "')}".`)
  }
}
