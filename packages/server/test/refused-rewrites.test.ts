import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { longChat } from './long-chat.ts'
import { CHAT, post } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterEach(() => proxy.upstream.play())
afterAll(() => proxy.close())

const chatUrl = () => `${proxy.url}/v1/chat/completions`
const messagesUrl = () => `${proxy.url}/v1/messages`

describe('the provider refuses a rewritten request', () => {
  const refuseOnce = reply(400, '{"error":{"message":"no"}}')
  const lastLogged = () => JSON.parse(proxy.logLines.findLast((line) => line.includes('The provider refused'))!).msg

  test('it gets the original once, and the session is no longer folded', async () => {
    const body = longChat(10)
    const headers = { 'x-session-id': 'refused-1' }
    const before = proxy.upstream.seen.length
    proxy.upstream.play(refuseOnce, reply(200, '{"fine":1}'))
    const answer = await post(chatUrl(), body, headers)
    expect([answer.status, answer.body.toString()]).toEqual([200, '{"fine":1}'])
    const [first, second] = proxy.upstream.seen.slice(before)
    expect(first!.body.length).toBeLessThan(second!.body.length)
    expect(second!.body.toString()).toBe(JSON.stringify(body))
    expect(answer.headers).toMatchObject({
      'x-service-compression': 'refused-by-provider',
      'x-service-saved-tokens': '0',
    })
    const next = await post(chatUrl(), longChat(11), headers)
    expect(next.headers['x-service-compression']).toBe('refused-by-provider')
    expect(proxy.upstream.seen.at(-1)!.body.toString()).toBe(JSON.stringify(longChat(11)))
    expect(proxy.server.deps.counters.read().retried_with_original).toBe(1)
    expect(lastLogged()).toBe('The provider refused a rewritten request; the original is sent.')
  })

  test('the second try has no thinking of rewritten turns, whose signatures are invalid', async () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
    const messages = longChat(10).messages.map(({ role, content }) =>
      role === 'assistant' ? { role, content: [thinking, { type: 'text', text: content }] } : { role, content },
    )
    const body = (count: number) => ({ model: 'claude-opus-5-5', max_tokens: 9, messages: messages.slice(0, count) })
    const headers = { 'x-session-id': 'refused-3' }
    const compression = (await post(messagesUrl(), body(19), headers)).headers['x-service-compression']
    expect(['folded', 'recalled']).toContain(compression)
    proxy.upstream.play(refuseOnce, reply(200, '{}'))
    expect((await post(messagesUrl(), body(21), headers)).status).toBe(200)
    const second = proxy.upstream.seen.at(-1)!.body.toString()
    expect(second).not.toContain('"thinking"')
    expect(JSON.parse(second).messages).toHaveLength(21)
    expect(lastLogged()).toBe('The provider refused a request; it is sent without the thinking of rewritten turns.')
    await post(messagesUrl(), body(21), headers)
    expect(proxy.upstream.seen.at(-1)!.body.toString()).toBe(second)
  })

  test('the client gets the refusal of the original if both bodies are refused', async () => {
    const before = proxy.upstream.seen.length
    proxy.upstream.play(refuseOnce)
    const answer = await post(chatUrl(), longChat(9), { 'x-session-id': 'refused-2' })
    expect([answer.status, answer.body.toString()]).toEqual([400, '{"error":{"message":"no"}}'])
    expect(proxy.upstream.seen.length - before).toBe(2)
  })

  test('the session stays folded if the original is refused too', async () => {
    const headers = { 'x-session-id': 'refused-4' }
    proxy.upstream.play(refuseOnce, refuseOnce, reply(200, '{}'))
    const refused = await post(chatUrl(), { ...longChat(10), temperature: 9 }, headers)
    expect(refused.headers).toMatchObject({
      'x-service-compression': 'refused-by-provider',
      'x-service-saved-tokens': '0',
    })
    const next = await post(chatUrl(), longChat(10), headers)
    expect(next.status).toBe(200)
    expect(['folded', 'recalled']).toContain(next.headers['x-service-compression'])
    expect(Number(next.headers['x-service-saved-tokens'])).toBeGreaterThan(0)
  })

  test('other conversations with the same id stay folded', async () => {
    const headers = { 'x-session-id': 'refused-6' }
    const other = { ...longChat(10), messages: longChat(10).messages.slice(2) }
    proxy.upstream.play(refuseOnce, reply(200, '{}'))
    await post(chatUrl(), longChat(10), headers)
    const compressionOf = async (body: object) =>
      (await post(chatUrl(), body, headers)).headers['x-service-compression']
    expect(['folded', 'recalled']).toContain(await compressionOf(other))
    expect(await compressionOf(longChat(11))).toBe('refused-by-provider')
  })

  test('the client gets another error of the second try, and the session stays foldable', async () => {
    const headers = { 'x-session-id': 'refused-5' }
    proxy.upstream.play(refuseOnce, reply(529, '{"error":{"message":"busy"}}'), reply(200, '{}'))
    expect((await post(chatUrl(), longChat(10), headers)).status).toBe(529)
    const next = await post(chatUrl(), longChat(10), headers)
    expect([next.status, next.headers['x-service-compression']]).toEqual([200, 'recalled'])
  })

  test('a 400 for an unchanged request is final', async () => {
    const before = proxy.upstream.seen.length
    proxy.upstream.play(refuseOnce)
    expect((await post(chatUrl(), CHAT)).status).toBe(400)
    expect(proxy.upstream.seen.length - before).toBe(1)
  })
})
