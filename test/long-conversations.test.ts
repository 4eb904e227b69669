import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue, reference } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play, turnsThatMoved } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { historyIn, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TURNS = 30

let standIn: StandIn
let pleat: Pleat
let script: () => { text: string }
const dialogue = createDialogue()

beforeAll(async () => {
  standIn = await startStandIn({ answer: () => script() })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterEach(() => {
  expect(standIn.refusals().map(({ refusal }) => refusal)).toEqual([])
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

function converse(wire: Wire, options: object = {}): Promise<PlayedTurn[]> {
  script = answerFrom(dialogue, { isGzipped: true })
  return play({ wire, base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: TURNS, ...options })
}

const sentBodies = (played: readonly PlayedTurn[]) =>
  played.map(({ sent }) => sent.map(({ body }) => body.toString('utf8')))

describe.each<{ wire: Wire }>([{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }])(
  '30 turns over $wire',
  ({ wire }) => {
    let played: PlayedTurn[]
    beforeAll(async () => {
      played = await converse(wire, { headers: { 'x-session-id': `long-${wire}`, 'accept-encoding': 'gzip' } })
    })

    test('every response equals the provider’s, byte for byte', () => {
      for (const { response, sent } of played) {
        expect(sent).toHaveLength(1)
        expect(response.status).toBe(200)
        expect(response.headers['content-encoding']).toBe('gzip')
        expect(response.headers['content-type']).toBe(sent[0]!.answer.headers['content-type'])
        expect(response.body.equals(sent[0]!.answer.body)).toBe(true)
      }
    })

    test('the first four turns are sent unchanged', () => {
      for (const { sent, given, savings } of played.slice(0, 4)) {
        expect(sent[0]!.body.toString('utf8')).toBe(given)
        expect([savings.saved, savings.compression]).toEqual([0, 'short-conversation'])
      }
    })

    test('from turn 10 on, most tokens are saved, and the headers state what was sent', () => {
      for (const { sent, given, savings } of played.slice(9)) {
        // Savings are lowest right after digests were filled up to the length that providers cache.
        expect(savings.percent).toBeGreaterThan(40)
        const share = sent[0]!.body.length / Buffer.byteLength(given)
        expect(Math.abs(savings.optimized / savings.original - share)).toBeLessThan(0.12)
        expect(['folded', 'recalled']).toContain(savings.compression)
        expect(savings.sessionId).toBe(`long-${wire}`)
      }
      // Digests keep every statement of the user.
      const percents = played.slice(9).map(({ savings }) => savings.percent)
      expect(percents.reduce((sum, percent) => sum + percent, 0) / percents.length).toBeGreaterThan(58)
    })

    test('the newest message is sent word for word', () => {
      for (const [index, { sent }] of played.entries()) {
        expect(historyIn(sent[0]!.json).at(-1)!.content).toBe(dialogue.question(index + 1))
      }
    })

    test('a fact of an early turn is sent with a question about it', async () => {
      const amount = /costs (\d+) euros/.exec(dialogue.question(3))![1]!
      const asks = {
        ...dialogue,
        question: (turn: number) =>
          turn === TURNS ? `How many euros did ${reference(3)} cost?` : dialogue.question(turn),
      }
      const asked = await converse(wire, { dialogue: asks })
      const { sent, savings } = asked.at(-1)!
      expect(sent[0]!.body.toString('utf8')).toContain(amount)
      expect(savings.percent).toBeGreaterThan(50)
    })

    test('between two folds every request starts with the bytes of the previous one', () => {
      const digests = (index: number) => played[index]!.sent[0]!.body.toString('utf8').split('[Record').length
      const verbatimCount = (index: number) => {
        return historyIn(played[index]!.sent[0]!.json).filter(({ content }) => !String(content).startsWith('[')).length
      }
      const moved = turnsThatMoved(played)
      expect(moved.length).toBeGreaterThan(0)
      // A fold adds a digest, or omits messages that have no room for a digest yet.
      for (const turn of moved) {
        const isLonger = verbatimCount(turn - 1) > verbatimCount(turn - 2)
        if (isLonger) expect(digests(turn - 1)).toBeGreaterThan(digests(turn - 2))
      }
      // A fold keeps at least half of the earlier bytes too, for the provider's cache.
      const shares = played.slice(10).map((_, index) => sharedStart(played[index + 9]!, played[index + 10]!))
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.5)
    })

    test('a server that is restarted in the middle sends the same bytes', async () => {
      const restartAt = [8, 19]
      const again = await converse(wire, {
        headers: { 'x-session-id': `long-${wire}`, 'accept-encoding': 'gzip' },
        beforeTurn: async (turn: number) => {
          if (restartAt.includes(turn)) await pleat.restart()
        },
      })
      expect(sentBodies(again)).toEqual(sentBodies(played))
    })

    test('a client that never sends a session id keeps its session, with the same bytes sent', async () => {
      // With its own account, since the same request of another session would count as a retry.
      const key = await pleat.issueKey(`nameless-${wire}`)
      const again = await converse(wire, {
        key,
        beforeTurn: async (turn: number) => {
          if (turn === 12) await pleat.restart()
        },
      })
      const ids = new Set(again.slice(1).map(({ savings }) => savings.sessionId))
      expect(ids.size).toBe(1)
      expect(sentBodies(again)).toEqual(sentBodies(played))
    })

    test('another account gets another session, with the same bytes sent', async () => {
      const key = await pleat.issueKey(`neighbour-${wire}`)
      const again = await converse(wire, { key, turns: 8 })
      expect(sentBodies(again)).toEqual(sentBodies(played.slice(0, 8)))
      const ids = new Set(again.map(({ savings }) => savings.sessionId))
      expect(ids.has(`long-${wire}`)).toBe(false)
    })

    test('compression can be disabled for a request', async () => {
      const again = await converse(wire, { turns: 12, headers: { 'x-service-compression': 'off' } })
      for (const { sent, given, savings } of again) {
        expect(sent[0]!.body.toString('utf8')).toBe(given)
        expect([savings.saved, savings.compression]).toEqual([0, 'off'])
      }
    })
  },
)

/** Common prefix of two requests, as a share of the earlier one from 0 to 1. */
function sharedStart(earlier: PlayedTurn, later: PlayedTurn): number {
  const [before, after] = [earlier, later].map(({ sent }) => sent[0]!.body)
  let length = 0
  while (length < before!.length && before![length] === after![length]) length++
  return length / before!.length
}
