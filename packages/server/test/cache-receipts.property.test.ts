import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CacheHabits } from '../src/proxy/cache-habits.ts'
import { type PlayedRequest, type PlayedSession, playSession } from './played-session.ts'
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

/** Texts of a talk, the last of the user. */
const talk = (turns: { min: number; max: number }) =>
  fc
    .array(fc.tuple(text(6), text(24)), { minLength: turns.min, maxLength: turns.max })
    .map((exchanges) => exchanges.flat().slice(0, -1))

function fixedTalk(turns: number): string[] {
  return Array.from({ length: 2 * turns - 1 }, (_, index) =>
    Array.from({ length: index % 2 ? 14 : 4 }, (__, place) => {
      const at = 31 * index + 7 * place
      const [name, verb, noun] = [NAMES[at % 6], VERBS[at % 8], NOUNS[at % 10]]
      return `I think that ${name} ${verb} the ${noun} number ${at} yesterday.`
    }).join(' '),
  )
}

/** How far the bill is above its bound after the dearest request at which the session could have stopped, in requests. */
function worstStop(requests: readonly PlayedRequest[]): number {
  let [ours, none, worst] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const { sent, direct } of requests) {
    ours += sent.price
    none += direct.price
    worst = Math.max(worst, (ours - 1.02 * none) / direct.fullPrice)
  }
  return worst
}

const savedAt = (requests: readonly PlayedRequest[], turn: number) => {
  const { sent, direct } = requests[turn - 1]!
  return 1 - sent.usage.inputTokens / direct.usage.inputTokens
}

const pauses = fc.array(fc.constantFrom(1000, 30_000, 4 * MINUTE_MS, 7 * MINUTE_MS, 40 * MINUTE_MS, 2 * HOUR_MS), {
  minLength: 40,
  maxLength: 40,
})
const runs = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 12 })
  .map((all) => all.flatMap(([works, length]) => new Array<boolean>(length).fill(works)))
const behaviour = fc.oneof(
  fc.constant({ name: 'always', works: () => true }),
  fc.constant({ name: 'never', works: NEVER }),
  fc.integer({ min: 3, max: 20 }).map((from) => ({ name: 'late', works: (index: number) => index >= from })),
  fc.integer({ min: 3, max: 20 }).map((from) => ({ name: 'ends', works: (index: number) => index < from })),
  runs.map((run) => ({
    name: `sometimes ${run.map(Number).join('')}`,
    works: (index: number) => run[index % run.length]!,
  })),
)
test('explore', async () => {
  for (const wire of WIRES) {
    const worst: Record<string, number[]> = {}
    const all = fc.sample(
      fc.tuple(
        talk({ min: 20, max: 40 }),
        pauses,
        behaviour,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.constantFrom(2, 5),
        fc.constantFrom('tokens' as const, 'cost' as const),
      ),
      { numRuns: 100, seed: 11 },
    )
    for (const [texts, pause, { name, works }, read, lifetime, objective] of all) {
      const world = {
        ...wire.world,
        read: name === 'always' ? read : Math.min(read, 0.5),
        lifetimeMs: lifetime * MINUTE_MS,
        works,
      }
      const requests = await playSession({ ...wire, texts, world, objective, pauseBefore: (turn) => pause[turn]! })
      const key = name.split(' ')[0]!
      ;(worst[key] ??= []).push(worstStop(requests))
      if (worstStop(requests) > 0.3) {
        let [o, n] = [0, 0]
        console.log(
          name,
          'read',
          world.read.toFixed(2),
          'life',
          lifetime,
          objective,
          '\n' +
            requests
              .map((r) => {
                o += r.sent.price
                n += r.direct.price
                return `${r.turn}(${pause[r.turn]! / 1000}s${works(r.turn - 1) ? '' : 'X'}): ${r.sent.usage.cachedTokens}/${r.sent.usage.inputTokens} direct ${r.direct.usage.cachedTokens}/${r.direct.usage.inputTokens} d${r.decisions} over ${(o - 1.02 * n).toFixed(0)}`
              })
              .join('\n'),
        )
      }
    }
    for (const [key, values] of Object.entries(worst))
      console.log(
        wire.name,
        key,
        values
          .sort((a, b) => b - a)
          .slice(0, 6)
          .map((v) => v.toFixed(3))
          .join(' '),
        values.length,
      )
  }
}, 300_000)
