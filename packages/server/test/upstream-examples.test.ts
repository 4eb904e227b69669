import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from './plain-client.ts'
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

/** The examples of the documentation, by their headings. */
const EXAMPLES = new Map(
  [
    ...readFileSync(new URL('../../../docs/upstreams.md', import.meta.url), 'utf8').matchAll(
      /^### ([^\n]+)$[^#]*?```json\n(.*?)```/gms,
    ),
  ].map(([, title = '', json = '']) => [title, json]),
)

/** A request of a client, and the complete request that its upstream must receive. */
interface Sent {
  readonly name: string
  readonly path: string
  readonly body: string
  readonly headers?: Record<string, string>
  readonly account?: string
  readonly to: { readonly host: string; readonly path: string; readonly headers: Record<string, string> }
}

const chat = (model: string) => `{"model": "${model}",  "messages":[{"role":"user","content":"Hello"}]}`
const KEYS = {
  OPENROUTER_API_KEY: 'sk-or-1',
  AZURE_OPENAI_API_KEY: 'azure-1',
  GEMINI_API_KEY: 'gemini-1',
  AWS_BEARER_TOKEN_BEDROCK: 'bedrock-1',
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const AZURE = { host: 'https://my-resource.openai.azure.com', headers: { 'api-key': 'azure-1' } }
const VERSION = { 'anthropic-version': '2023-06-01' }
const FORM =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nabc\r\n--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n--b--\r\n'

const CASES: Readonly<Record<string, readonly Sent[]>> = {
  OpenRouter: [
    {
      name: 'a chat',
      path: '/v1/chat/completions',
      body: chat('qwen/qwen3-coder'),
      headers: { 'x-title': 'of the client', 'x-stainless-lang': 'js' },
      to: {
        host: 'https://openrouter.ai',
        path: '/api/v1/chat/completions',
        headers: {
          ...bearer('sk-or-1'),
          'x-stainless-lang': 'js',
          'http-referer': 'https://app.example',
          'x-title': 'My application',
        },
      },
    },
  ],
  'Azure OpenAI, v1': [
    {
      name: 'a chat',
      path: '/v1/chat/completions',
      body: chat('gpt-5'),
      headers: { 'api-key': 'of the client' },
      to: { ...AZURE, path: '/openai/v1/chat/completions' },
    },
    {
      name: 'a response',
      path: '/v1/responses?include[]=reasoning.encrypted_content',
      body: '{"model":"gpt-5","input":"Hello"}',
      to: { ...AZURE, path: '/openai/v1/responses?include[]=reasoning.encrypted_content' },
    },
    {
      name: 'embeddings',
      path: '/v1/embeddings',
      body: '{"input":["a"], "model":"text-embedding-3-small"}',
      to: { ...AZURE, path: '/openai/v1/embeddings' },
    },
  ],
  'Azure OpenAI, deployments with `api-version`': [
    {
      name: 'a chat',
      path: '/v1/chat/completions?api-version=2020-01-01&x=a%20b',
      body: chat('gpt-4o'),
      to: { ...AZURE, path: '/openai/deployments/gpt-4o/chat/completions?x=a%20b&api-version=2024-10-21' },
    },
    {
      name: 'embeddings',
      path: '/v1/embeddings',
      body: '{"input":["a"], "model":"text-embedding-3-small"}',
      to: { ...AZURE, path: '/openai/deployments/text-embedding-3-small/embeddings?api-version=2024-10-21' },
    },
    {
      name: 'a form',
      path: '/v1/audio/transcriptions',
      body: FORM,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      to: { ...AZURE, path: '/openai/deployments/whisper-1/audio/transcriptions?api-version=2024-10-21' },
    },
    {
      name: 'a response, whose path has no deployment',
      path: '/v1/responses',
      body: '{"model":"gpt-4o","input":"Hello"}',
      to: { ...AZURE, path: '/openai/responses?api-version=2024-10-21' },
    },
  ],
  Gemini: [
    {
      name: 'a chat',
      path: '/v1/chat/completions',
      body: chat('gemini-3-flash'),
      to: {
        host: 'https://generativelanguage.googleapis.com',
        path: '/v1beta/openai/chat/completions',
        headers: bearer('gemini-1'),
      },
    },
  ],
  'Amazon Bedrock': [
    {
      name: 'messages',
      path: '/v1/messages?beta=true',
      body: `{"max_tokens":5,${chat('anthropic.claude-opus-5-5').slice(1)}`,
      headers: { ...VERSION, traceparent: '00-1-1-01', 'anthropic-beta': 'x' },
      to: {
        host: 'https://bedrock-mantle.us-east-1.api.aws',
        path: '/anthropic/v1/messages?beta=true',
        headers: { ...bearer('bedrock-1'), ...VERSION, 'anthropic-beta': 'x' },
      },
    },
    {
      name: 'a chat',
      path: '/v1/chat/completions',
      body: chat('openai.gpt-oss-120b'),
      headers: { traceparent: '00-1-1-01' },
      to: {
        host: 'https://bedrock-mantle.us-east-1.api.aws',
        path: '/v1/chat/completions',
        headers: bearer('bedrock-1'),
      },
    },
  ],
  vLLM: [
    {
      name: 'a chat, without any key',
      path: '/v1/chat/completions',
      body: chat('Qwen/Qwen3-8B'),
      headers: { 'x-service-provider-key': 'sk-of-the-client' },
      to: { host: 'http://127.0.0.1:8000', path: '/v1/chat/completions', headers: {} },
    },
    {
      name: 'messages',
      path: '/v1/messages',
      body: `{"max_tokens":5,${chat('Qwen/Qwen3-8B').slice(1)}`,
      headers: VERSION,
      to: { host: 'http://127.0.0.1:8000', path: '/v1/messages', headers: VERSION },
    },
  ],
  Ollama: [
    {
      name: 'any chat of one account',
      path: '/v1/chat/completions',
      body: chat('llama4'),
      account: 'lab',
      to: { host: 'http://127.0.0.1:11434', path: '/v1/chat/completions', headers: {} },
    },
  ],
}

let standIn: ScriptedUpstream
beforeAll(async () => {
  standIn = await startScriptedUpstream()
})
beforeEach(() => {
  standIn.seen.length = 0
})
afterAll(() => standIn.close())

test('every example of the documentation is tested', () => {
  expect([...EXAMPLES.keys()]).toEqual(Object.keys(CASES))
})

describe.each(Object.entries(CASES))('the example for %s', (title, sent) => {
  let proxy: TestProxy
  beforeAll(async () => {
    const example = EXAMPLES.get(title)!
    const host = new RegExp(sent.map(({ to }) => to.host.replaceAll('.', '\\.')).join('|'), 'g')
    const PLEAT_UPSTREAMS = example.replace(host, standIn.url)
    expect(PLEAT_UPSTREAMS).not.toBe(example)
    proxy = await startProxy({ variables: { ...KEYS, PLEAT_UPSTREAMS } })
    await proxy.createKey('pleat_lab', { account: 'lab' })
  })
  afterAll(() => proxy.close())

  test.each(sent)('sends $name to its upstream unchanged', async ({ path, body, headers, account, to }) => {
    const answer = await send(`${proxy.url}${path}`, {
      body,
      headers: {
        authorization: `Bearer ${account === 'lab' ? 'pleat_lab' : KEY}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
    })
    expect(answer.status).toBe(200)
    expect(proxy.upstream.seen).toEqual([])
    const [seen, ...others] = standIn.seen
    expect(others).toEqual([])
    expect({ method: seen!.method, path: seen!.path, body: seen!.body.toString() }).toEqual({
      method: 'POST',
      path: to.path,
      body,
    })
    const { connection: _, ...received } = seen!.headers
    expect(received).toEqual({
      host: new URL(standIn.url).host,
      'content-type': headers?.['content-type'] ?? 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...to.headers,
    })
    const names = seen!.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    for (const key of Object.values(KEYS)) expect(proxy.logLines.join('')).not.toContain(key)
  })
})
