import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue, type Dialogue } from './harness/dialogue.ts'
import { modelFields } from './harness/play.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { HISTORY_FIELDS, post, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }]

let standIn: StandIn
let pleat: Pleat

beforeAll(async () => {
  standIn = await startStandIn()
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** The client's request of turn `turn`, with all earlier turns and their answers. */
function requestOf(wire: Wire, dialogue: Dialogue, turn: number): object {
  const messages: object[] = []
  for (let i = 1; i < turn; i++) {
    messages.push({ role: 'user', content: dialogue.question(i) }, { role: 'assistant', content: dialogue.answer(i) })
  }
  messages.push({ role: 'user', content: dialogue.question(turn) })
  return { ...modelFields(wire), [HISTORY_FIELDS[wire]]: messages }
}

/** Sends a turn and returns the bytes that reached the provider. */
async function sentFor(wire: Wire, body: object, sessionId?: string): Promise<string> {
  const already = standIn.requests.length
  const headers = sessionId === undefined ? {} : { 'x-session-id': sessionId }
  const response = await post(pleat.url, wire, { key: pleat.key, body, headers })
  expect(response.status).toBe(200)
  const { sessionId: echoed } = savingsIn(response.headers)
  if (sessionId !== undefined) expect(echoed).toBe(sessionId)
  expect(standIn.requests.length).toBe(already + 1)
  return standIn.requests[already]!.body.toString('utf8')
}

const original = createDialogue(3)
/** The same up to turn 7. The user edits the question of turn 8, so all later turns differ. */
const edited: Dialogue = {
  question: (turn) => (turn < 8 ? original.question(turn) : createDialogue(4).question(turn)),
  answer: (turn) => (turn < 8 ? original.answer(turn) : createDialogue(4).answer(turn)),
}

describe.each(WIRES)('sessions over $wire', ({ wire }) => {
  test('under one id, a fork and its original conversation are each sent as if the other did not exist', async () => {
    const inOne: string[] = []
    const alone: string[] = []
    const steps = [
      ...Array.from({ length: 14 }, (_, i) => ({ dialogue: original, turn: i + 1 })),
      ...Array.from({ length: 7 }, (_, i) => ({ dialogue: edited, turn: i + 8 })),
      { dialogue: original, turn: 15 },
      { dialogue: edited, turn: 15 },
      { dialogue: original, turn: 16 },
      // One answer is regenerated, and one fork starts many turns back.
      { dialogue: original, turn: 16 },
      { dialogue: original, turn: 9 },
    ]
    for (const { dialogue, turn } of steps)
      inOne.push(await sentFor(wire, requestOf(wire, dialogue, turn), `fork-${wire}`))
    for (const [index, { dialogue, turn }] of steps.entries()) {
      alone.push(await sentFor(wire, requestOf(wire, dialogue, turn), `alone-${wire}-${index}`))
    }
    expect(inOne).toEqual(alone)
    expect(inOne[19]!.length).toBeLessThan(JSON.stringify(requestOf(wire, edited, 13)).length)
  })

  test('a title request during a chat does not change how the chat is sent', async () => {
    const asked = [{ role: 'user', content: 'A title for this chat, please.' }]
    const title = { ...modelFields(wire), [HISTORY_FIELDS[wire]]: asked }
    const withTitles: string[] = []
    const without: string[] = []
    for (let turn = 1; turn <= 12; turn++) {
      withTitles.push(await sentFor(wire, requestOf(wire, original, turn), `titled-${wire}`))
      expect(await sentFor(wire, title, `titled-${wire}`)).toBe(JSON.stringify(title))
      without.push(await sentFor(wire, requestOf(wire, original, turn), `untitled-${wire}`))
    }
    expect(withTitles).toEqual(without)
  })

  test('concurrent identical requests are all sent with the same bytes', async () => {
    const body = requestOf(wire, original, 20)
    const already = standIn.requests.length
    const headers = { 'x-session-id': `parallel-${wire}` }
    await Promise.all(Array.from({ length: 8 }, () => post(pleat.url, wire, { key: pleat.key, body, headers })))
    const sent = standIn.requests.slice(already).map((request) => request.body.toString('utf8'))
    expect(sent).toHaveLength(8)
    expect(new Set(sent).size).toBe(1)
    expect(sent[0]!.length).toBeLessThan(JSON.stringify(body).length / 2)
  })

  test('two conversations with the same beginning and no id are two sessions', async () => {
    const first = await post(pleat.url, wire, { key: pleat.key, body: requestOf(wire, original, 1) })
    const second = await post(pleat.url, wire, { key: pleat.key, body: requestOf(wire, original, 1) })
    expect(savingsIn(first.headers).sessionId).not.toBe(savingsIn(second.headers).sessionId)
  })
})
