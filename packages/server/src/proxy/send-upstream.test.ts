import { expect, test } from 'vitest'
import { ClientGone } from '../gate/read-body.ts'
import { createPriceList } from '../money/prices.ts'
import type { UsageEntry } from '../money/usage-port.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'
import { type SendDeps, type SentTurn, sendUpstream } from './send-upstream.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

const REFUSAL: UpstreamAnswer = {
  status: 400,
  headers: [],
  isComplete: true,
  read: (sink) => sink.onEnd(),
  resume() {},
  abort() {},
}

/** An error of the server that the client does not wait for. */
const ABANDONED_ERROR: UpstreamAnswer = { ...REFUSAL, status: 500, read: (sink) => sink.onError(new ClientGone()) }

/** Outcome of sending a body. */
type Step =
  | 'refused'
  | 'client leaves during an error'
  | 'client leaves before it is sent'
  | 'client leaves before the response'

/** The bill in micro-cents of a request whose client disconnects at the last step. */
async function billOf(steps: readonly Step[]): Promise<number> {
  const added: UsageEntry[] = []
  const deps = {
    clock: { now: () => 0 },
    usage: { add: (entry: UsageEntry) => void added.push(entry) },
    prices: createPriceList(),
    log: { warn() {} },
    counters: { add() {} },
  } as unknown as SendDeps
  const exchange = {
    caller: { keyId: 'k', accountId: 'a' },
    figures: { original: 0, optimized: 0 },
    model: 'gpt-4o',
    resends: 0,
  } as unknown as Exchange
  const left = [...steps]
  const send = async () => {
    const step = left.shift()
    if (step !== 'client leaves before it is sent') exchange.call = { hasBegun: true } as Exchange['call']
    if (step === 'refused') return REFUSAL
    if (step === 'client leaves during an error') return ABANDONED_ERROR
    throw new ClientGone()
  }
  const forwarding = { send } as unknown as Forwarding
  const turn = { route: { api: { provider: 'openai' } } } as unknown as SentTurn
  const plan = {
    first: Buffer.alloc(4000),
    isRewritten: true,
    second: async () => ({ body: Buffer.alloc(4000), isOriginal: true }),
  }
  await expect(sendUpstream(deps, exchange, { turn, forwarding, plan })).rejects.toThrow(ClientGone)
  expect(added).toHaveLength(1)
  return added[0]!.billMicroCents
}

test('a client that disconnects before the response is billed for the request', async () => {
  expect(await billOf(['client leaves before it is sent'])).toBe(0)
  expect(await billOf(['client leaves before the response'])).toBeGreaterThan(0)
})

test('a client that disconnects during an error is not billed', async () => {
  expect(await billOf(['client leaves during an error'])).toBe(0)
})

test('a client that disconnects after a refusal is billed only for a second request', async () => {
  expect(await billOf(['refused', 'client leaves before it is sent'])).toBe(0)
  expect(await billOf(['refused', 'client leaves before the response'])).toBeGreaterThan(0)
})
