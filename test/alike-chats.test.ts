import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { modelFields } from './harness/play.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { HISTORY_FIELDS, post, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TOKEN = 'the-token-of-the-operator'
const TURNS = 7
const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }]
/** A distinct name for each chat, in a form that the tag cloud recognizes as a name. */
const SUBJECTS = [
  'Almeria',
  'Bergamo',
  'Cordoba',
  'Drammen',
  'Esbjerg',
  'Foligno',
  'Grenoble',
  'Halmstad',
  'Izmir',
  'Jerez',
  'Karlstad',
  'Lublin',
]

let standIn: StandIn
let pleat: Pleat

beforeAll(async () => {
  standIn = await startStandIn()
  pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_ADMIN_TOKEN: TOKEN } })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** Turn `turn` of the chat about `subject`: all chats have their instructions and their first exchange in common. */
function requestOf(wire: Wire, subject: string, turn: number, last?: string): object {
  const dialogue = createDialogue(SUBJECTS.indexOf(subject) + 1)
  const messages = [
    { role: 'user', content: 'Hello, can you help me with a plan?' },
    { role: 'assistant', content: 'Of course. Which place is it about?' },
  ]
  for (let i = 2; i <= turn; i++) {
    messages.push({ role: 'user', content: `About ${subject}: ${dialogue.question(i)}` })
    messages.push({ role: 'assistant', content: `In ${subject}: ${dialogue.answer(i)}` })
  }
  // The newest turn has no answer yet.
  messages.pop()
  if (last !== undefined) messages.at(-1)!.content = last
  const instructions = 'You are the planner of the city office. Answer in full sentences.'
  if (wire === 'anthropic') return { ...modelFields(wire), system: instructions, messages }
  return { ...modelFields(wire), [HISTORY_FIELDS[wire]]: [{ role: 'system', content: instructions }, ...messages] }
}

async function idFor(body: object, wire: Wire, key: string): Promise<string> {
  const response = await post(pleat.url, wire, { key, body })
  expect(response.status).toBe(200)
  return savingsIn(response.headers).sessionId
}

async function admin(path: string): Promise<Record<string, unknown>> {
  await pleat.server.deps.sessions.save()
  await pleat.server.deps.inlineReader.flush()
  const response = await fetch(`${pleat.url}/admin/v1${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

describe.each(WIRES)('twelve chats with the same first exchange over $wire', ({ wire }) => {
  const account = `alike ${wire}`
  let key = ''
  beforeAll(async () => {
    key = await pleat.issueKey(account)
  })

  test('become twelve sessions, each with its own figures, folds and tags', async () => {
    const ids = new Map<string, string>()
    for (const subject of SUBJECTS) await idFor(requestOf(wire, subject, 1), wire, key)
    for (let turn = 2; turn <= TURNS; turn++) {
      // Concurrently, so that requests of all the chats overlap.
      const found = await Promise.all(SUBJECTS.map((subject) => idFor(requestOf(wire, subject, turn), wire, key)))
      for (const [index, subject] of SUBJECTS.entries()) {
        if (turn === 2) ids.set(subject, found[index]!)
        else expect(found[index]).toBe(ids.get(subject))
      }
    }
    expect(new Set(ids.values()).size).toBe(SUBJECTS.length)

    const { sessions } = (await admin(`/sessions?account=${encodeURIComponent(account)}`)) as {
      sessions: { turns: number; requests: number; saved_tokens: number }[]
    }
    expect(sessions.map(({ turns, requests }) => [turns, requests])).toEqual(SUBJECTS.map(() => [TURNS, TURNS]))
    for (const { saved_tokens } of sessions) expect(saved_tokens).toBeGreaterThan(0)
    for (const [subject, id] of ids) {
      const shown = await admin(`/sessions/${id}?tags=2000&account=${encodeURIComponent(account)}`)
      const { tags } = shown.cloud as { tags: { word: string | null }[] }
      const words = tags.map(({ word }) => word?.toLowerCase())
      expect(SUBJECTS.filter((each) => words.includes(each.toLowerCase()))).toEqual([subject])
    }
    await pleat.server.deps.usage.flush()
    const { usage } = (await admin(`/usage?account=${encodeURIComponent(account)}`)) as {
      usage: { requests: number }[]
    }
    expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe(SUBJECTS.length * TURNS)

    const [first, second] = SUBJECTS as [string, string]
    expect(await idFor(requestOf(wire, first, TURNS), wire, key)).toBe(ids.get(first))
    const edited = requestOf(wire, first, TURNS, `Leave ${first} for later.`)
    expect(await idFor(edited, wire, key)).toBe(ids.get(first))
    await pleat.restart()
    expect(await idFor(requestOf(wire, first, TURNS + 1), wire, key)).toBe(ids.get(first))
    expect(await idFor(requestOf(wire, second, TURNS + 1), wire, key)).toBe(ids.get(second))
  })
})
