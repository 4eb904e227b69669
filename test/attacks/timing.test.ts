import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../stand-in/seeded-random.ts'
import { bodyOf, QUESTION, usualTurns } from './bodies/conversation.ts'
import { report } from './support/figures.ts'
import { startIdleProvider } from './support/idle-provider.ts'
import { median } from './support/percentile.ts'
import { sized } from './support/run-length.ts'
import { startTarget, type TargetServer } from './support/target-server.ts'
import { postTimed, type TimedResponse } from './support/timed-request.ts'

const PAIRS = sized(60, 5)
/** Characters of a text that takes measurably long to tokenize and parse. */
const TEXT_LENGTH = sized(250_000, 50_000)
/** Largest difference of the medians, as a share of the longer one: noise. A shared cache would save half. */
const MAX_APART = sized(0.1, 0.45)

let provider: Awaited<ReturnType<typeof startIdleProvider>>
let server: TargetServer
let victim: string
let curious: string

beforeAll(async () => {
  provider = await startIdleProvider()
  server = await startTarget(provider.url)
  victim = await server.issueKey('victim')
  curious = await server.issueKey('curious')
})
afterAll(async () => {
  await server?.stop()
  await provider?.close()
})

test.for([
  ['a proxied request', '/v1/chat/completions', (text: string) => chatBody(text)],
  ['a transcript', '/v1/tul1', (text: string) => transcriptBody(text)],
] as const)(
  'the time of %s does not tell whether another account sent the text',
  { timeout: 300_000 },
  async ([, path, write], context) => {
    const random = seededRandom(3)
    const [known, unknown, own]: [number[], number[], number[]] = [[], [], []]
    const ask = async (key: string, text: string) =>
      (await postTimed(`${server.url}${path}`, { key, body: write(text) })).ms
    for (let warmUp = 0; warmUp < 3; warmUp++) await ask(curious, textOf(1000 + warmUp))
    for (let pair = 0; pair < PAIRS; pair++) {
      const [seen, unseen] = [textOf(pair * 2), textOf(pair * 2 + 1)]
      await ask(victim, seen)
      const askKnown = async () => known.push(await ask(curious, seen))
      const askUnknown = async () => unknown.push(await ask(curious, unseen))
      // The first request may be slower, so the order is random.
      for (const next of random() < 0.5 ? [askKnown, askUnknown] : [askUnknown, askKnown]) await next()
      own.push(await ask(curious, seen))
    }
    const [knownMs, unknownMs, ownMs] = [median(known), median(unknown), median(own)]
    const apart = Math.abs(knownMs - unknownMs) / Math.max(knownMs, unknownMs)
    const savedByOwn = 1 - ownMs / unknownMs
    const ms = (value: number) => Math.round(value * 10) / 10
    report(context, {
      pairs: PAIRS,
      known: ms(knownMs),
      unknown: ms(unknownMs),
      again: ms(ownMs),
      apart: ms(apart * 100),
    })
    // The account's own cache is seen, so a shared one would be seen too.
    expect(savedByOwn).toBeGreaterThan(MAX_APART)
    expect(apart).toBeLessThan(MAX_APART)
  },
)

test('sending the history of another account finds none of its sessions', async (context) => {
  const body = bodyOf('openai', [...usualTurns(10, 77), QUESTION])
  const idOf = ({ headers }: TimedResponse) => headers['x-service-session-id']
  const ask = (key: string) => postTimed(`${server.url}/v1/chat/completions`, { key, body })
  const [theirs, again, ours] = [idOf(await ask(victim)), idOf(await ask(victim)), idOf(await ask(curious))]
  report(context, { sameAccount: again === theirs, otherAccount: ours === theirs })
  expect(again).toBe(theirs)
  expect(ours).toBeDefined()
  expect(ours).not.toBe(theirs)
})

/** Words that occur in no other text. */
function textOf(seed: number): string {
  const random = seededRandom(seed * 7919 + 13)
  let text = ''
  while (text.length < TEXT_LENGTH)
    text += `${Math.floor(random() * 2 ** 40).toString(36)} ${random() < 0.1 ? 'is due. ' : ''}`
  return text
}

function chatBody(text: string): Buffer {
  return bodyOf('openai', [
    { role: 'user', text },
    { role: 'assistant', text: 'I have read it.' },
    ...usualTurns(5, text.length),
    QUESTION,
  ])
}

function transcriptBody(text: string): Buffer {
  const messages = [
    { role: 'user', content: text },
    ...Array.from({ length: 12 }, (_, i) => ({ role: i % 2 ? 'user' : 'assistant', content: `And number ${i}?` })),
  ]
  return Buffer.from(JSON.stringify({ messages }))
}
