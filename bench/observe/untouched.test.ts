import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG } from '../../test/attacks/support/run-length.ts'
import { type Pleat, startPleat } from '../../test/harness/start-pleat.ts'
import { post, type Wire } from '../../test/harness/wire.ts'
import { type StandIn, startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { type Recording, readRecordings, type WireMessage } from '../quality/recordings.ts'
import { BENCH_FOLDER, hasRecordings, LONG_SETS } from '../quality/sets.ts'
import { bodyOf } from '../quality/twin.ts'
import { type ChatMessage, chatMessagesOf } from '../responses/chat-messages.ts'

/** Recorded conversations. A normal run uses one of each set, few of its turns, and no set of very long ones. */
const SETS = hasRecordings
  ? readdirSync(join(BENCH_FOLDER, 'data'))
      .flatMap((name) => /^(.+)\.jsonl\.gz$/.exec(name)?.[1] ?? [])
      .filter((set) => IS_LONG || !LONG_SETS.includes(set))
  : []
const CONVERSATIONS = IS_LONG ? 3 : 1
const REQUESTS = IS_LONG ? 40 : 5

let standIn: StandIn
const servers: Record<string, Pleat> = {}
beforeAll(async () => {
  standIn = await startStandIn({ isStrict: false })
  const overrides = { limits: { foldTimeoutMs: 60_000 } }
  const start = (variables: Record<string, string>) => startPleat({ providerUrl: standIn.url, variables, overrides })
  servers.observing = await start({ PLEAT_MODE: 'observe' })
  servers['holding all sessions out'] = await start({ PLEAT_HOLDOUT: '100%' })
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
  await standIn?.close()
})

/** Requests of a conversation: each ends before an answer. They are spread evenly and include the last one. */
function requestsOf<Message extends { readonly role: string }>(messages: readonly Message[]): Message[][] {
  const ends = messages.flatMap(({ role }, index) =>
    role === 'assistant' && index > 0 && messages[index - 1]!.role !== 'assistant' ? [index] : [],
  )
  const step = Math.max(1, Math.floor(ends.length / REQUESTS))
  return ends
    .filter((_, index) => (ends.length - 1 - index) % step === 0)
    .map((end) => messages.slice(0, end))
    .filter(({ length }) => length > 0)
}

/** Bodies as recorded, and the same conversation as items of the Responses API. */
function bodiesOf(recording: Recording, set: string): { readonly wire: Wire; readonly bodies: readonly object[] }[] {
  const wire = recording.format === 'anthropic' || set === 'claude_code' ? 'anthropic' : 'openai'
  const recorded = requestsOf<WireMessage>(recording.messages).map((messages) => bodyOf(wire, messages))
  const items = requestsOf(chatMessagesOf(recording)).map((messages) => ({
    model: 'gpt-5.6',
    store: false,
    input: messages.flatMap(itemsOf),
  }))
  return [
    { wire, bodies: recorded },
    { wire: 'responses', bodies: items },
  ]
}

function itemsOf({ role, text, calls, callId }: ChatMessage): object[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: callId, output: text }]
  const called = calls.map(({ id, name, input }) => ({ type: 'function_call', call_id: id, name, arguments: input }))
  return [...(text ? [{ role: role === 'system' ? 'developer' : role, content: text }] : []), ...called]
}

describe.skipIf(!hasRecordings)('observe mode and a holdout of all sessions', () => {
  test.each(SETS)(
    'pass the recorded requests of %s on byte for byte, although some of them would otherwise be rewritten',
    async (set) => {
      let observed = 0
      for (const [number, recording] of readRecordings(set, CONVERSATIONS).entries()) {
        for (const { wire, bodies } of bodiesOf(recording, set)) {
          for (const [mode, pleat] of Object.entries(servers)) {
            for (const body of bodies) {
              const given = JSON.stringify(body)
              const already = standIn.requests.length
              const headers = { 'x-session-id': `${set}-${number}-${wire}` }
              const response = await post(pleat.url, wire, { key: pleat.key, body: given, headers })
              expect([mode, response.status]).toEqual([mode, 200])
              const sent = standIn.requests.slice(already).map((request) => request.body.toString('utf8'))
              // Compared first, so that a failure does not print a conversation.
              expect([sent.length, sent[0] === given], `${mode}, ${wire}`).toEqual([1, true])
              expect(response.headers['x-service-saved-tokens']).toBe('0')
              if (response.headers['x-service-compression'] === 'observed') observed++
            }
          }
        }
      }
      expect(observed).toBeGreaterThan(0)
    },
    600_000,
  )
})
