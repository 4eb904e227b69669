import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { type AskOptions, ask, type Exchanged, type Item } from './harness/responses-client.ts'
import { call, output, said, turnsOf, user } from './harness/responses-items.ts'
import { converse, lookingUp } from './harness/responses-talk.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Script } from './stand-in/desk.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

// Conversations with special items that a client may send.
const dialogue = createDialogue(41)

let standIn: StandIn
let pleat: Pleat
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

async function start(answer: Script = () => ({ text: 'Well.' }), isStrict = true): Promise<void> {
  standIn = await startStandIn({ answer, isStrict })
  pleat = await startPleat({ providerUrl: standIn.url })
}

const turns = (from: number, to: number): Item[] => turnsOf(dialogue, from, to)
const asking = (input: unknown, more: Partial<AskOptions> = {}): Promise<Exchanged> =>
  ask(input, { url: pleat.url, key: pleat.key, ...more })
const lastBody = (): string => standIn.requests.at(-1)!.body.toString('utf8')
const lastItems = (): readonly Item[] => (standIn.requests.at(-1)!.json as { readonly input: readonly Item[] }).input
const texts = (items: readonly Item[]): string[] => items.map((item) => JSON.stringify(item))

describe('a request without a list of items', () => {
  test.each<[string, object]>([
    ['a template of the provider and no input', { model: 'gpt-5', prompt: { id: 'pmpt_1' } }],
    ['an empty list', { model: 'gpt-5', prompt: { id: 'pmpt_1' }, input: [] }],
    ['an input that is null', { model: 'gpt-5', conversation: 'conv_1', input: null }],
  ])('is sent unchanged: %s', async (_what, body) => {
    await start(undefined, false)
    const given = JSON.stringify(body)
    const headers = { authorization: `Bearer ${pleat.key}`, 'content-type': 'application/json' }
    const { status, headers: answered } = await fetch(`${pleat.url}/v1/responses`, {
      method: 'POST',
      headers,
      body: given,
    })
    expect([status, lastBody()]).toEqual([200, given])
    expect(answered.get('x-service-compression')).toMatch(/^[a-z_-]+$/)
    expect(answered.get('x-service-saved-tokens')).toBe('0')
  })
})

describe('calls and their outputs', () => {
  test('prevent a fold after the call if its output is missing', async () => {
    await start(undefined, false)
    const { given, savings } = await asking([user('List it.'), call('open'), ...turns(1, 14), user('And now?')])
    expect(lastBody()).toBe(given)
    expect(savings.saved).toBe(0)
  })

  test('stay together, also in reverse order and across the turns of an asynchronous tool', async () => {
    await start()
    const late = [call('late', { async: true }), said('I go on meanwhile.')]
    const input: Item[] = [...turns(1, 4), user('Ask the depot.'), ...late, ...turns(5, 7)]
    input.push(output('late', dialogue.answer(300)))
    for (let turn = 8; turn <= 22; turn++) {
      const pair = [call(`a${turn}`), call(`b${turn}`)]
      const found = [output(`b${turn}`, dialogue.answer(turn + 100)), output(`a${turn}`, dialogue.answer(turn + 200))]
      input.push(user(dialogue.question(turn)))
      await asking(input, { headers: { 'x-session-id': 'late' } })
      input.push(...pair, ...found, said(dialogue.answer(turn)))
      const idsOf = (type: string) => lastItems().flatMap((item) => (item.type === type ? [String(item.call_id)] : []))
      expect(idsOf('function_call_output').sort()).toEqual(idsOf('function_call').sort())
    }
    expect(standIn.refusals()).toEqual([])
    expect(lastBody()).not.toContain('"call_id":"late"')
    expect(lastBody()).toContain('[Record')
  })

  test('by reference: an output whose call only the provider has is kept, in order', async () => {
    await start((_kind, body) => lookingUp(dialogue)(body))
    let count = 0
    // References may be sent with or without their type.
    const keep = ({ id }: Item): Item => (count++ % 2 === 0 ? { type: 'item_reference', id } : { id })
    const { played } = await converse(pleat, dialogue, { turns: 12, fields: { store: true }, keep })
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests.map(({ body }) => body.toString('utf8'))).toEqual(played.map(({ given }) => given))
    expect(lastItems().filter(({ type }) => type === 'function_call_output').length).toBeGreaterThan(4)
    expect(played.at(-1)!.savings.compression).toBe('item_reference')
  })
})

describe('items that set something for all later turns', () => {
  const KEPT: readonly Item[] = [
    { role: 'developer', content: 'From now on, amounts in kroner.' },
    { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'look_up', parameters: {} }] },
    { type: 'configuration_update', reasoning: { effort: 'low' } },
    { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'depot', tools: [] },
  ]

  test('stay among folded turns, byte for byte and in order, in every request', async () => {
    await start()
    const input = [...turns(1, 4), ...KEPT.flatMap((item, place) => [item, ...turns(5 + place, 5 + place)])]
    for (let turn = 9; turn <= 20; turn++) {
      input.push(user(dialogue.question(turn)))
      await asking(input, { headers: { 'x-session-id': 'kept' } })
      input.push(said(dialogue.answer(turn)))
      const sent = texts(lastItems())
      const places = KEPT.map((item) => sent.indexOf(JSON.stringify(item)))
      expect(places.every((place) => place >= 0)).toBe(true)
      expect([...places].sort((one, other) => one - other)).toEqual(places)
    }
    expect(standIn.refusals()).toEqual([])
    // The turns between them are folded.
    expect(texts(lastItems())).not.toContain(JSON.stringify(turns(6, 6)[1]))
    const places = KEPT.map((item) => texts(lastItems()).indexOf(JSON.stringify(item)))
    expect(places.at(-1)).toBeLessThan(lastItems().length - 1)
  })

  test.each<[string, Item]>([
    ['dream', { type: 'dream', id: 'dream_1', content: 'sealed' }],
    ['program', { type: 'program', id: 'prog_1', call_id: 'p1', code: 'x', fingerprint: 'f' }],
  ])('of an unknown type (%s) prevent a fold of everything after them', async (_type, item) => {
    await start()
    const behind = [item, ...turns(3, 16), user('And now?')]
    const { response } = await asking([...turns(1, 2), user('Go.'), ...behind])
    expect(response.status).toBe(200)
    const sent = texts(lastItems()).filter((text) => !text.includes('[From the record'))
    expect(sent.slice(-behind.length)).toEqual(texts(behind))
  })
})

describe('a fold never removes', () => {
  test('the word JSON if the answer has to be JSON and only an old message contains it', async () => {
    await start()
    const input: Item[] = [user('Answer in JSON from here on, please.'), said('{"ok":true}')]
    const fields = { text: { format: { type: 'json_object' } } }
    let most = 0
    for (let turn = 1; turn <= 18; turn++) {
      input.push(user(dialogue.question(turn)))
      const { response, savings } = await asking(input, { fields, headers: { 'x-session-id': 'json' } })
      expect(response.status).toBe(200)
      expect(lastBody().slice(lastBody().indexOf('"input"'))).toMatch(/json/i)
      most = Math.max(most, savings.percent)
      input.push(said(dialogue.answer(turn)))
    }
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests).toHaveLength(18)
    expect(most).toBeGreaterThan(30)
  })

  test('anything inside pictures, files, refusals and cited text', async () => {
    await start()
    const own: Item[] = [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is on this?' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
          { type: 'input_file', filename: 'plan.pdf', file_data: 'data:application/pdf;base64,BBBB' },
        ],
      },
      {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: 'A dock.',
            annotations: [{ type: 'url_citation', url: 'https://dock.example' }],
          },
        ],
      },
      user('Who owns it?'),
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot say that.' }] },
    ]
    await asking([...turns(1, 3), ...own, ...turns(4, 18), user('And now?')])
    expect(standIn.refusals()).toEqual([])
    expect(lastBody()).toContain('[Record')
    for (const item of lastItems()) {
      const text = JSON.stringify(item)
      if (/input_image|input_file|url_citation|"refusal"/.test(text)) expect(texts(own)).toContain(text)
    }
  })
})

describe('long output of a tool', () => {
  const rows = JSON.stringify(
    Array.from({ length: 400 }, (_, index) => ({ sku: `SKU-${index}`, aisle: 'A7', count: index, checked: true })),
    null,
    2,
  )

  test('is sent with the same shortened bytes in its first and later requests, and after a restart', async () => {
    await start()
    const input: Item[] = [...turns(1, 6), user('List the stock.'), call('stock'), output('stock', rows)]
    const outputs: (Item | undefined)[] = []
    const headers = { 'x-session-id': 'stock' }
    for (let step = 1; step <= 4; step++) {
      if (step === 3) await pleat.restart()
      await asking(input, { headers })
      outputs.push(lastItems().find(({ type, call_id: id }) => type === 'function_call_output' && id === 'stock'))
      // The tools keep working, so nothing is folded.
      input.push(call(`more-${step}`), output(`more-${step}`, `Step ${step} is done.`))
    }
    expect(standIn.refusals()).toEqual([])
    expect(JSON.stringify(outputs[0]).length).toBeLessThan(rows.length / 2)
    expect(JSON.stringify(outputs[0])).toContain('SKU-399')
    expect(new Set(outputs.map((item) => JSON.stringify(item))).size).toBe(1)
  })
})
