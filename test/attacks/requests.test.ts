import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from './support/figures.ts'
import { sendRaw, statusesIn } from './support/raw-request.ts'
import { type RecordingProvider, startRecordingProvider } from './support/recording-provider.ts'
import { SERVER_KEYS, startTarget, type TargetServer } from './support/target-server.ts'

const BODY = '{"model":"gpt-4o","max_tokens":9,"messages":[{"role":"user","content":"Hello"}]}'
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

let provider: RecordingProvider
let server: TargetServer
let key: string

beforeAll(async () => {
  provider = await startRecordingProvider()
  server = await startTarget(provider.url)
  key = await server.issueKey('attacker')
})
afterAll(async () => {
  await server?.stop()
  provider?.close()
})

function requestOf(line: string, headers: string, body = ''): string {
  return `${line}\r\nHost: pleat.example\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
}

/** Request targets with another host, a disguised, malformed or overlong path, or no path. */
const TARGETS = [
  'GET http://evil.example/v1/models',
  'GET http://evil.example:8443?a=b/v1/models',
  'GET https://user:word@evil.example/v1/models/x',
  'HEAD http://evil.example/api/hello',
  'GET evil.example:443',
  'GET //evil.example/v1/models',
  'OPTIONS *',
  'GET *',
  'CONNECT evil.example:443',
  'GET /v1/models/..',
  'GET /v1/models/../files',
  'GET /v1/models/%2e%2e/files',
  'GET /v1/models/..%2ffiles',
  'GET /v1/models/..%2f..%2fadmin',
  'GET /v1/models/..%5cfiles',
  'GET /v1/models/..\\files',
  'GET /v1/models/%252e%252e%252ffiles',
  'GET /v1/models/a%00b',
  'GET /v1/models/a%0d%0aX-Evil:1',
  'GET /v1/models/a;/../files',
  'GET /v1/models/a#b',
  'GET /v1/models/\u00e9',
  'GET /v1/models/a\x00b',
  'GET //v1/models',
  'GET /v1//models',
  'GET /v1/./models',
  `GET /v1/models/${'a'.repeat(9000)}`,
] as const

const POST_TARGETS = [
  'POST http://evil.example/v1/chat/completions',
  'POST http://evil.example/v1/messages/count_tokens',
  'POST //evil.example/v1/chat/completions',
  'POST /v1/chat/completions/../../files',
  'POST /v1/%63hat/completions',
  'POST /v1/chat%2fcompletions',
  'POST /v1/messages/..%2ffiles',
] as const

describe('an ambiguous request never reaches a provider', () => {
  test.for(TARGETS)('to %j', async (target, context) => {
    await expectRefused(context, requestOf(`${target} HTTP/1.1`, ''))
  })

  test.for(POST_TARGETS)('to %j', async (target, context) => {
    await expectRefused(context, requestOf(`${target} HTTP/1.1`, LENGTH, BODY))
  })

  const UNCLEAR: readonly (readonly [string, string, string])[] = [
    ['a length and chunks', `${LENGTH}Transfer-Encoding: chunked\r\n`, CHUNKED],
    ['chunks and a shorter length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', CHUNKED],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n', CHUNKED],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n', CHUNKED],
    ['chunks after another coding', 'Transfer-Encoding: gzip, chunked\r\n', CHUNKED],
    ['two transfer codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', CHUNKED],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n', CHUNKED],
    ['a vertical tab before the coding', 'Transfer-Encoding: \vchunked\r\n', CHUNKED],
    ['two lengths', `${LENGTH}Content-Length: 5\r\n`, BODY],
    ['a list of lengths', `Content-Length: ${BODY.length}, 5\r\n`, BODY],
    ['a length with a sign', `Content-Length: +${BODY.length}\r\n`, BODY],
    ['a negative length', 'Content-Length: -1\r\n', BODY],
    ['a hexadecimal length', `Content-Length: 0x${BODY.length.toString(16)}\r\n`, BODY],
    ['a length that overflows', 'Content-Length: 99999999999999999999\r\n', BODY],
    ['a folded header line', `X-A: 1\r\n folded\r\n${LENGTH}`, BODY],
    ['a zero byte in a header', `X-A: a\0b\r\n${LENGTH}`, BODY],
    ['a CR in a header', `X-A: a\rX-B: c\r\n${LENGTH}`, BODY],
  ]
  test.for(UNCLEAR)('with %s', async ([, headers, body], context) => {
    await expectRefused(context, requestOf('POST /v1/chat/completions HTTP/1.1', headers, body))
  })
})

describe('a smuggled second request never reaches a provider', () => {
  test.for([
    ['after the end of the body', LENGTH, `${BODY}POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`],
    [
      'after the last chunk of the body',
      'Transfer-Encoding: chunked\r\n',
      `${CHUNKED}GET /v1/models/x HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
    [
      'in the trailers of the body',
      'Transfer-Encoding: chunked\r\n',
      `${CHUNKED.slice(0, -2)}Authorization: Bearer evil\r\nX-Evil: 1\r\n\r\n`,
    ],
  ] as const)('from data %s', async ([, headers, body], context) => {
    await sendRaw(server.url, requestOf('POST /v1/chat/completions HTTP/1.1', headers, body))
    const heard = provider.takeHeard()
    const requests = [...heard.matchAll(/(?:GET|POST|HEAD) (\S+) HTTP\/1\.1\r\n/g)].map(([, path]) => path)
    report(context, { heard: requests.join(' ') })
    expect(requests).toEqual(['/v1/chat/completions'])
    expect(heard).not.toContain('evil')
    expect(heard).not.toMatch(/^X-Evil/im)
  })
})

test('headers that override the method, path or host are not forwarded', async (context) => {
  const overrides = {
    'X-Original-URL': '/v1/files',
    'X-Rewrite-URL': '/v1/files',
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
    Transfer_Encoding: 'chunked',
    Content_Length: '3',
    'X-Forwarded-For': '1.2.3.4',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'host=evil.example',
    'Proxy-Authorization': 'Basic evil',
    Cookie: 'evil=1',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAA',
  }
  const lines = Object.entries(overrides).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `Connection: Upgrade, HTTP2-Settings\r\n${lines.join('')}${LENGTH}`
  await sendRaw(server.url, requestOf('POST /v1/chat/completions HTTP/1.1', head, BODY))
  // With the upgrade, the request may be refused. Without it, the request must arrive.
  const plain = lines.filter((line) => !/^(?:Upgrade|HTTP2)/.test(line)).join('')
  const answer = await sendRaw(server.url, requestOf('POST /v1/chat/completions HTTP/1.1', `${plain}${LENGTH}`, BODY))
  const heard = provider.takeHeard()
  const names = [...heard.matchAll(/^([\w-]+): /gm)].map(([, name]) => name!.toLowerCase())
  const passed = Object.keys(overrides).filter((name) => names.includes(name.toLowerCase()))
  report(context, { status: statusesIn(answer).join(' '), heard: passed.join(' ') })
  expect(statusesIn(answer)).toEqual([200])
  expect(heard).toContain(SERVER_KEYS.openai)
  expect(heard).not.toContain(key)
  expect(passed).toEqual([])
})

async function expectRefused(context: Parameters<typeof report>[0], bytes: string): Promise<void> {
  const answer = await sendRaw(server.url, bytes)
  const heard = provider.takeHeard()
  report(context, { status: statusesIn(answer).join(' ') || 'closed', heard: heard.split('\r\n')[0] ?? '' })
  expect(heard).toBe('')
  for (const status of statusesIn(answer)) expect(status).toBeGreaterThanOrEqual(400)
  expect(answer).not.toContain(SERVER_KEYS.openai)
}
