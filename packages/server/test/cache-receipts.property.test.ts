import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CacheHabits } from '../src/proxy/cache-habits.ts'
import { newSession, type PlayedRequest, type PlayedSession, playSession } from './played-session.ts'
import type { CacheWorld } from './simulated-provider.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OPENAI: CacheWorld = {
  read: 0.1,
  write: 1,
  leastTokens: 1024,
  step: 128,
  lifetimeMs: HOUR_MS,
  works: () => true,
}
const ANTHROPIC: CacheWorld = { ...OPENAI, write: 1.25, step: 1, lifetimeMs: 5 * MINUTE_MS }
const NEVER = () => false

const WIRES = [
  { name: 'chat completions', format: 'openai-chat', model: 'gpt-5', world: OPENAI },
  { name: 'marked messages', format: 'anthropic-messages', model: 'claude-sonnet-5', isMarked: true, world: ANTHROPIC },
] as const
const UNMARKED = { format: 'anthropic-messages', model: 'claude-sonnet-5', world: ANTHROPIC } as const

const NOUNS = 'harbour invoice ledger turbine orchard lantern passport compiler violin glacier'.split(' ')
const VERBS = 'repaired ordered painted measured cancelled promised shipped compared'.split(' ')
const NAMES = 'Mara Tobias Ingrid Okonkwo Yusuf Leander'.split(' ')

const sentence = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VERBS), fc.constantFrom(...NOUNS), fc.nat(9999))
  .map(([name, verb, noun, figure]) => `I think that ${name} ${verb} the ${noun} number ${figure} yesterday.`)
const text = (most: number) => fc.array(sentence, { minLength: 1, maxLength: most }).map((all) => all.join(' '))

/** Texts of a talk, alternately of user and assistant. The last one is the user's. */
const talk = (turns: { min: number; max: number }) =>
  fc
    .array(fc.tuple(text(6), text(24)), { minLength: turns.min, maxLength: turns.max })
    .map((exchanges) => exchanges.flat().slice(0, -1))

/** A conversation with this number of sentences in each answer. */
function fixedTalk(turns: number, sentences = 14): string[] {
  return Array.from({ length: 2 * turns - 1 }, (_, index) =>
    Array.from({ length: index % 2 ? sentences : 4 }, (__, place) => {
      const at = 31 * index + 7 * place
      const [name, verb, noun] = [NAMES[at % 6], VERBS[at % 8], NOUNS[at % 10]]
      return `I think that ${name} ${verb} the ${noun} number ${at} yesterday.`
    }).join(' '),
  )
}

const pauses = fc.array(fc.constantFrom(1000, 30_000, 4 * MINUTE_MS, 7 * MINUTE_MS, 40 * MINUTE_MS, 2 * HOUR_MS), {
  minLength: 32,
  maxLength: 32,
})
const runs = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 12 })
const turnOfChange = fc.integer({ min: 3, max: 20 })

/** Behaviours of the cache: it works always, never, until or from some request on, or at times. */
const behaviours: fc.Arbitrary<CacheWorld['works']> = fc.oneof(
  fc.constant(() => true),
  fc.constant(NEVER),
  turnOfChange.map((from) => (index: number) => index >= from),
  turnOfChange.map((to) => (index: number) => index < to),
  runs.map((all) => {
    const works = all.flatMap(([isWorking, length]) => new Array<boolean>(length).fill(isWorking))
    return (index: number) => works[index % works.length]!
  }),
)

/** Largest excess of a session's bill over its bound, in fresh tokens. `advance`: the share of a request that it may cost more. */
function worstStop(requests: readonly PlayedRequest[], advance: number): number {
  let [ours, none, worst] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const { sent, direct } of requests) {
    ours += sent.price
    none += direct.price
    worst = Math.max(worst, ours - 1.02 * none - advance * direct.fullPrice)
  }
  return worst
}

/** Share of the input tokens of a request that is not sent. */
function savedAt(requests: readonly PlayedRequest[], turn: number): number {
  const { sent, direct } = requests[turn - 1]!
  return 1 - sent.usage.inputTokens / direct.usage.inputTokens
}

/** Sessions of one run. A wrong belief about the cache near its least size is rare: about 1 of 1,000 sessions. */
const SESSIONS = 8
/** Largest cost of a wrong belief near the least size, in prompts of that size. */
const WRONG_BELIEF = 5

describe.each(WIRES)('the bill of $name at a provider that bills by itself', ({ world, ...wire }) => {
  const leastPrompt = world.write * world.leastTokens
  const session = (lifetimes: readonly number[]) =>
    fc.record({
      texts: talk({ min: 8, max: 30 }),
      pause: pauses,
      works: behaviours,
      read: fc.double({ min: 0.1, max: 1, noNaN: true }),
      lifetime: fc.constantFrom(...lifetimes),
      objective: fc.constantFrom('tokens' as const, 'cost' as const),
    })
  const play = (lifetimes: readonly number[], most: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(session(lifetimes), { minLength: SESSIONS, maxLength: SESSIONS }), async (sessions) => {
        const excesses: number[] = []
        for (const { texts, pause, works, read, lifetime, objective } of sessions) {
          const real = { ...world, read, lifetimeMs: lifetime * MINUTE_MS, works }
          const pauseBefore = (turn: number) => pause[turn]!
          const requests = await playSession({ ...wire, texts, world: real, objective, pauseBefore })
          excesses.push(worstStop(requests, most) / leastPrompt)
        }
        const [worst, second] = excesses.sort((one, other) => other - one)
        expect(worst).toBeLessThanOrEqual(WRONG_BELIEF)
        // Digests may be given up late when a conversation becomes long enough to be cached.
        expect(second).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1, endOnFailure: true },
    )

  test('keeps its bound for all prices, all behaviours of the cache and all ends of the session', async () => {
    await play([0.5, 2, 5], 0.25)
  }, 120_000)

  test('exceeds the bound by at most half a request if the cache lives longer than documented', async () => {
    await play([60, 180], 0.75)
  }, 120_000)
})

describe('usage in responses', () => {
  const [chat] = WIRES
  const never = { ...chat, texts: fixedTalk(20), world: { ...OPENAI, works: NEVER } }

  test('makes folds free within three turns if nothing is cached', async () => {
    const requests = await playSession(never)
    // Requests are long enough to be cached from turn 6 on, so the usage of turns 7 and 8 decides.
    expect(savedAt(requests, 8)).toBe(0)
    expect(savedAt(requests, 9)).toBeGreaterThan(0.5)
    const free = await playSession({ ...never, prices: 'none' })
    expect(savedAt(requests, 20)).toBeGreaterThan(savedAt(free, 20) - 0.06)
  })

  test('decides about a conversation whose session id had a longer conversation before', async () => {
    const session = newSession()
    await playSession({ ...never, session })
    const shorter = { ...never, texts: fixedTalk(13).slice(2) }
    const requests = await playSession({ ...shorter, session })
    expect(savedAt(requests, 12)).toBeGreaterThan(0.5)
    expect(savedAt(requests, 12)).toBe(savedAt(await playSession(shorter), 12))
  })

  test('applies to other sessions of the account at the same upstream and model', async () => {
    const cacheHabits = new CacheHabits()
    for (let session = 0; session < 3; session++) await playSession({ ...never, cacheHabits })
    expect(savedAt(await playSession({ ...never, cacheHabits }), 5)).toBeGreaterThan(0.3)
    const other = { ...never, model: 'gpt-5.5' }
    const sizes = (requests: readonly PlayedRequest[]) => requests.map(({ sent }) => sent.usage.inputTokens)
    expect(sizes(await playSession({ ...other, cacheHabits }))).toEqual(sizes(await playSession(other)))
  })

  test('bounds the bill if the upstream caches without cache marks', async () => {
    const unmarked = { ...UNMARKED, texts: fixedTalk(24, 40) }
    const cached = await playSession(unmarked)
    expect(worstStop(cached, 0.25)).toBeLessThanOrEqual(0)
    const uncached = await playSession({ ...unmarked, world: { ...ANTHROPIC, works: NEVER } })
    expect(savedAt(uncached, 5)).toBeGreaterThan(0.3)
    const bill = (requests: readonly PlayedRequest[]) => requests.reduce((sum, { sent }) => sum + sent.price, 0)
    expect(bill(cached)).toBeLessThan(bill(uncached))
  })

  test('changes nothing with prices none', async () => {
    const played: PlayedSession = { ...chat, prices: 'none', texts: fixedTalk(12) }
    const sizes = (requests: readonly PlayedRequest[]) => requests.map(({ sent }) => sent.usage.inputTokens)
    const uncached = await playSession({ ...played, world: { ...OPENAI, works: NEVER } })
    expect(sizes(await playSession(played))).toEqual(sizes(uncached))
  })
})
