import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { createDialogue } from '../harness/dialogue.ts'
import { PATHS, type Wire } from '../harness/wire.ts'
import { bodyOf } from './bodies/conversation.ts'
import { FEW_CONVERSATIONS, HOSTILE_CONVERSATIONS } from './bodies/hostile-conversations.ts'
import { LONG_TEXTS } from './bodies/long-texts.ts'
import { type Figures, report } from './support/figures.ts'
import { startIdleProvider } from './support/idle-provider.ts'
import { type Measured, type Others, startOthers } from './support/others.ts'
import { IS_LONG, MAX_EXTRA_WAIT_MS, SHARE, sized } from './support/run-length.ts'
import { startTarget, type TargetServer } from './support/target-server.ts'
import { postTimed, type TimedResponse } from './support/timed-request.ts'

/** Milliseconds that a fold may take, plus those for parsing, copying and sending the largest body. */
const MAX_ANSWER_MS = 5_000 + sized(1_500, 3_000)
const MAX_TRANSCRIPT_MS = 30_000 + sized(1_500, 3_000)

const WIRES: readonly Wire[] = ['openai', 'anthropic']
/** Bytes below which a body shares its thread with bodies of other accounts. */
const SHARED_BYTES = 1024 * 1024

let provider: Awaited<ReturnType<typeof startIdleProvider>>
let server: TargetServer
let others: Others

beforeAll(async () => {
  provider = await startIdleProvider()
  server = await startTarget(provider.url)
  others = await startOthers(server.url, await server.issueKey('other'))
})
afterAll(async () => {
  await others?.stop()
  await server?.stop()
  await provider?.close()
})

/** A short run sends each conversation over one wire only. */
const CASES = sized(HOSTILE_CONVERSATIONS, FEW_CONVERSATIONS).flatMap((conversation, i) =>
  WIRES.filter((_, w) => IS_LONG || w === i % 2).map((wire) => ({ ...conversation, wire })),
)

// A busy machine delays one attempt; a server that makes others wait fails every attempt.
describe('other accounts wait no longer while one account sends', { retry: sized(0, 2) }, () => {
  test.for(CASES)('$name over $wire', { timeout: 60_000 }, async ({ wire, pieces }, context) => {
    for (const body of bodiesOf(wire, pieces)) await attack(context, [{ path: PATHS[wire], body }])
  })

  test.for([
    ['sentences', LONG_TEXTS.find(({ name }) => name === '15,000 sentences')!.text(SHARE)],
    ['repeated sentences', 'A long story of a harbour, and no end of it. '.repeat((4_000_000 * SHARE) / 45)],
  ] as const)('a transcript of many %s', { timeout: 90_000 }, async ([_, text], context) => {
    const said = [
      { role: 'user', content: 'Tell me everything.' },
      { role: 'assistant', content: text },
      ...Array.from({ length: 12 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `And number ${i}?` })),
    ]
    const body = Buffer.from(JSON.stringify({ messages: said }))
    await attack(context, [{ path: '/v1/tul1', body }], MAX_TRANSCRIPT_MS)
  })

  test('a hundred conversations of ordinary size at once', { timeout: 180_000 }, async (context) => {
    const body = Buffer.from(conversationOfUsualSize())
    const requests = Array.from({ length: sized(100, 40) }, () => ({ path: PATHS.openai, body }))
    await attack(context, requests, MAX_ANSWER_MS * 2)
  })

  test('up to eight hostile conversations at once', { timeout: 180_000 }, async (context) => {
    const chosen = CASES.filter((_, i) => i % sized(3, 5) === 0)
    const bodies = chosen.map(({ wire, pieces }) => ({ path: PATHS[wire], body: bodyOf(wire, pieces(SHARE)) }))
    for (let from = 0; from < bodies.length; from += 8) await attack(context, bodies.slice(from, from + 8))
  })
})

/** The body at its full size and, if that is large, also a smaller one that shares a thread with bodies of other accounts. */
function* bodiesOf(wire: Wire, pieces: (typeof CASES)[number]['pieces']): Generator<Buffer> {
  const whole = bodyOf(wire, pieces(SHARE))
  yield whole
  if (IS_LONG && whole.length > SHARED_BYTES) {
    const smaller = bodyOf(wire, pieces((0.9 * SHARED_BYTES) / whole.length))
    if (smaller.length < SHARED_BYTES) yield smaller
  }
}

function conversationOfUsualSize(): string {
  const dialogue = createDialogue(11)
  const messages = Array.from({ length: 120 }, (_, i) => [
    { role: 'user', content: dialogue.question(i) },
    { role: 'assistant', content: dialogue.answer(i) },
  ])
  return JSON.stringify({ model: 'gpt-4o', messages: [...messages.flat(), { role: 'user', content: 'And now?' }] })
}

let undisturbed: Promise<Measured<unknown>> | undefined

/** Measures how long other accounts wait without an attack. A short run, which allows a second, does so once. */
function waitsBefore(): Promise<Measured<unknown>> {
  if (IS_LONG) return others.during(() => sleep(700))
  undisturbed ??= others.during(() => sleep(500))
  return undisturbed
}

let attacks = 0

/** Sends all `requests` at once from one account, and measures how long other accounts wait before and during that. */
async function attack(
  context: TestContext,
  requests: readonly { path: string; body: Buffer }[],
  mostMs = MAX_ANSWER_MS,
): Promise<void> {
  // The server folds nothing more for an account whose body killed a thread, so each attack has its own account.
  const key = await server.issueKey(`attacker-${++attacks}`)
  const send = ({ path, body }: { path: string; body: Buffer }, i: number) =>
    postTimed(`${server.url}${path}`, { key, body, headers: { 'x-session-id': `attack-${attacks}-${i}` } })
  const before = await waitsBefore()
  const during = await others.during(() => Promise.all(requests.map(send)))
  const size = `${(requests.reduce((sum, { body }) => sum + body.length, 0) / 1_000_000).toFixed(1)} MB`
  const slowest = Math.round(Math.max(...during.result.map(({ ms }) => ms)))
  report(context, { size, answerMs: slowest, ...outcomesOf(during.result), ...figuresOf(before, during) })
  expect(server.isAlive()).toBe(true)
  for (const { status, headers } of during.result) {
    expect.soft([200, 400, 413, 503]).toContain(status)
    expect.soft(headers['x-service-compression'], 'the outcome of a fold that fails').not.toBe('error')
  }
  expect.soft(slowest, 'the answer to the attacker').toBeLessThan(mostMs)
  for (const kind of ['small', 'middle'] as const) {
    expect.soft(during[kind].failed, `failed ${kind} requests`).toBe(0)
    expect
      .soft(during[kind].p99, `99th percentile of ${kind} requests`)
      .toBeLessThanOrEqual(before[kind].p99 + MAX_EXTRA_WAIT_MS)
  }
}

function outcomesOf(answers: readonly TimedResponse[]): Figures {
  const distinct = (values: readonly unknown[]) => [...new Set(values)].join(' ')
  return {
    status: distinct(answers.map(({ status }) => status)),
    outcome: distinct(answers.map(({ headers }) => headers['x-service-compression'] ?? '-')),
  }
}

function figuresOf(before: Measured<unknown>, during: Measured<unknown>): Figures {
  return {
    smallBefore: before.small.p99,
    smallP99: during.small.p99,
    smallMax: during.small.longest,
    middleBefore: before.middle.p99,
    middleP99: during.middle.p99,
    middleMax: during.middle.longest,
    folded: `${Math.round(during.middle.folded * 100)} %`,
    memory: server.resident().now,
  }
}
