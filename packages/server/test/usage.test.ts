import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { usageRow } from '../src/openapi/usage-schemas.ts'
import { CHAT, post, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterEach(() => proxy.upstream.play())
afterAll(() => proxy.close())

async function rowsOf(account: string) {
  await proxy.server.deps.usage.flush()
  return (await proxy.server.deps.store.usage.list({ accountName: account })).map(usageRow)
}

test('a failed request is counted, and its tokens are not', async () => {
  await proxy.createKey('pleat_failing', { account: 'failing' })
  const headers = { authorization: 'Bearer pleat_failing' }
  const url = `${proxy.url}/v1/chat/completions`
  await post(url, CHAT, headers)
  const [alone] = await rowsOf('failing')
  expect(alone).toMatchObject({ requests: 1, failed: 0 })
  expect(alone!.original_tokens).toBeGreaterThan(0)
  proxy.upstream.play(reply(429, '{}'))
  await post(url, CHAT, headers)
  proxy.upstream.play((response) => void response.destroy())
  await post(url, CHAT, headers)
  expect(await rowsOf('failing')).toMatchObject([
    { requests: 3, failed: 2, original_tokens: alone!.original_tokens, optimized_tokens: alone!.optimized_tokens },
  ])
})

test('usage that includes a stored history does not change the token counts of later requests', async () => {
  const url = `${proxy.url}/v1/responses`
  const count = async (fields: object) => {
    const answer = await post(url, { model: 'gpt-5-stored', input: 'word '.repeat(200), ...fields })
    return Number(answer.headers['x-service-original-tokens'])
  }
  const before = await count({})
  const input_tokens = Math.round(1.8 * before)
  proxy.upstream.play(reply(200, JSON.stringify({ id: 'resp_2', usage: { input_tokens, output_tokens: 1 } })))
  await count({ previous_response_id: 'resp_of_long_ago' })
  await count({ prompt: { id: 'pmpt_of_the_team' } })
  expect(await count({})).toBe(before)
  // The receipt of a request that contains all of its input does change them.
  expect(await count({})).toBe(input_tokens)
})

test('usage that includes a picture does not change the token counts of later requests', async () => {
  const url = `${proxy.url}/v1/chat/completions`
  const count = async (...parts: object[]) => {
    const content = [{ type: 'text', text: 'word '.repeat(200) }, ...parts]
    const answer = await post(url, { model: 'gpt-4o-mini-pictures', messages: [{ role: 'user', content }] })
    return Number(answer.headers['x-service-original-tokens'])
  }
  const report = (tokens: number) => {
    const usage = { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 }
    proxy.upstream.play(reply(200, JSON.stringify({ usage })))
  }
  const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/1' } }
  const [before, withPicture] = [await count(), await count(picture)]
  report(Math.round(1.8 * withPicture))
  await count(picture)
  report(Math.round(1.8 * before))
  expect(await count()).toBe(before)
  // The receipt of a request of text alone does change them.
  expect(await count()).toBe(Math.round(1.8 * before))
})

test('requests without a model are listed by their kind', async () => {
  await proxy.createKey('pleat_kinds', { account: 'kinds' })
  await proxy.server.deps.store.accounts.setPlan('kinds', 'pro')
  const headers = { authorization: 'Bearer pleat_kinds', 'content-type': 'application/json' }
  await send(`${proxy.url}/v1/embeddings`, { headers, body: '{}' })
  const view = { messages: [{ role: 'user', content: 'Hello.' }] }
  expect((await send(`${proxy.url}/v1/tul1`, { headers, body: JSON.stringify(view) })).status).toBe(200)
  await post(`${proxy.url}/v1/chat/completions`, CHAT, headers)
  const rows = (await rowsOf('kinds')).map(({ kind, model }) => ({ kind, model }))
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({ kind: 'pass-through', model: null })
  expect(rows).toContainEqual({ kind: 'transcript', model: null })
  expect(rows).toContainEqual({ kind: 'conversation', model: CHAT.model })
})
