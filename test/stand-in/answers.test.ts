import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { postChat, postMessages, postResponses, refusalOf } from './stand-in-client.ts'
import { type StandIn, type StandInOptions, startStandIn } from './start-stand-in.ts'

let standIn: StandIn
afterEach(() => standIn.close())

async function start(options: StandInOptions): Promise<void> {
  standIn = await startStandIn(options)
}

const chat = { model: 'gpt-stand-in', messages: [{ role: 'user', content: 'Hello' }] }
const claude = { ...chat, model: 'claude-sonnet-4-5', max_tokens: 100 }
const TEXT = 'Twelve ladies dancing and eleven pipers piping: größer, 漢字, 🦑.'

function dataLines(text: string): string[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map((match) => match[1]!)
}

async function usageIn(response: Response): Promise<unknown> {
  return ((await response.json()) as { usage: unknown }).usage
}

describe('answers', () => {
  test('chat chunks contain the text, random padding, and on request the usage last', async () => {
    await start({ answer: () => ({ text: TEXT, splitSeed: 7 }) })
    const response = await postChat(standIn, { ...chat, stream: true, stream_options: { include_usage: true } })
    const lines = dataLines(await response.text())
    expect(lines.at(-1)).toBe('[DONE]')
    const chunks = lines.slice(0, -1).map((line) => JSON.parse(line))
    expect(
      chunks
        .flatMap(({ choices }) => choices.map((choice: { delta: { content?: string } }) => choice.delta.content ?? ''))
        .join(''),
    ).toBe(TEXT)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    expect(new Set(chunks.map(({ obfuscation }) => obfuscation)).size).toBeGreaterThan(2)
  })

  test('message events contain thinking, text and calls as padded JSON', async () => {
    await start({
      answer: () => ({ thinking: 'Hm.', text: TEXT, toolCalls: [{ name: 'f', input: { a: [1, 'b c'] } }] }),
    })
    const text = await (await postMessages(standIn, { ...claude, stream: true })).text()
    expect(text).toMatch(/ +}\n\n/)
    const events = dataLines(text).map((line) => JSON.parse(line))
    const deltas = events.flatMap(({ delta }) => delta ?? [])
    const joined = (field: string) => deltas.map((delta) => delta[field] ?? '').join('')
    expect([joined('thinking'), joined('text'), joined('partial_json')]).toEqual(['Hm.', TEXT, '{"a":[1,"b c"]}'])
    expect(joined('signature')).not.toBe('')
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['ping', 'message_start', 'message_stop']))
  })

  test('are compressed if the request accepts it, and recorded as sent', async () => {
    await start({ answer: () => ({ text: TEXT, isGzipped: true }) })
    const zipped = await postMessages(standIn, { ...claude, stream: true }, { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(dataLines(await zipped.text()).at(-1)).toContain('message_stop')
    expect([...standIn.requests[0]!.answer.body.subarray(0, 2)]).toEqual([0x1f, 0x8b])
    const plain = await postChat(standIn, chat, { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const bytes = Buffer.from(await plain.arrayBuffer())
    const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex')
    expect(hash(standIn.requests[1]!.answer.body)).toBe(hash(bytes))
  })

  test('break off at the scripted chunk', async () => {
    await start({ answer: () => ({ text: TEXT, breakAfterChunks: 3 }) })
    const response = await postChat(standIn, { ...chat, stream: true })
    await expect(response.text()).rejects.toThrow()
    expect(standIn.requests[0]!.answer.isWhole).toBe(false)
  })

  test('a client that disconnects is noticed', async () => {
    await start({ answer: () => ({ text: TEXT, chunkDelayMs: 50 }) })
    const response = await postChat(standIn, { ...chat, stream: true })
    await response.body!.cancel()
    await standIn.requests[0]!.hangUp
    expect(standIn.requests[0]!.answer.isWhole).toBe(false)
  })

  test('usage counts cached tokens', async () => {
    await start({ countTokens: (text) => text.length })
    const long = { role: 'user', content: 'x'.repeat(3000) }
    const usage = async (messages: object[]) => usageIn(await postChat(standIn, { ...chat, messages }))
    expect(await usage([long])).toMatchObject({ prompt_tokens_details: { cached_tokens: 0 } })
    const second = await usage([long, { role: 'assistant', content: 'y' }, long])
    expect(second).toMatchObject({ prompt_tokens_details: { cached_tokens: 2944 } })
    const marked = {
      role: 'user',
      content: [{ type: 'text', text: 'z'.repeat(3000), cache_control: { type: 'ephemeral' } }],
    }
    const claudeUsage = async () => usageIn(await postMessages(standIn, { ...claude, messages: [marked] }))
    expect(await claudeUsage()).toMatchObject({ input_tokens: 0, cache_read_input_tokens: 0 })
    expect(await claudeUsage()).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: expect.any(Number),
    })
  })

  test('usage and the context window count an input that is one text', async () => {
    await start({ countTokens: (text) => text.length, windowTokens: 100 })
    const ask = (input: string) => postResponses(standIn, { model: 'gpt-5', input })
    expect(await usageIn(await ask('x'.repeat(50)))).toMatchObject({ input_tokens: 52 })
    expect(await refusalOf(await ask('x'.repeat(101)))).toMatchObject({ status: 400 })
  })
})
