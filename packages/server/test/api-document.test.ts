import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { PASS_THROUGH_PATH } from '../src/openapi/provider-operations.ts'
import { OPERATIONS } from '../src/routes/api-document.ts'
import { METHODS } from '../src/routes/passed-through.ts'
import { send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

interface DocumentedOperation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
}

let proxy: TestProxy
let document: Document
beforeAll(async () => {
  proxy = await startProxy()
  const answer = await send(`${proxy.url}/openapi.json`)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  document = JSON.parse(answer.body.toString())
})
afterAll(() => proxy.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
      path,
    })),
  )

describe('the document', () => {
  test('lists exactly the routes of the server', async () => {
    const app = createApp(proxy.server.deps)
    await app.ready()
    const known = [...app.routes, ...[...METHODS].map((method) => ({ url: PASS_THROUGH_PATH, method }))]
    const answered = known.map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    // The HEAD route of a GET route is not described separately.
    const isImplied = (name: string) => name.startsWith('HEAD ') && answered.includes(name.replace('HEAD', 'GET'))
    expect(answered.length).toBeGreaterThan(20)
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(answered.filter((name) => !isImplied(name)).sort())
  })

  test('is valid OpenAPI 3.1: ids are unique, references resolve, path parameters are declared', () => {
    expect(document.openapi).toBe('3.1.0')
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas).toHaveProperty([name!])
    }
    expect(JSON.stringify(document)).not.toContain('#/$defs')
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? []
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('declares the rate limit headers of every response, and the key of each operation', () => {
    for (const { operation, path } of operations()) {
      for (const answer of Object.values(operation.responses)) expect(Object.keys(answer.headers)).toHaveLength(3)
      const needed = path.startsWith('/admin/') ? [{ adminToken: [] }] : expect.anything()
      expect(operation.security).toEqual(needed)
    }
    expect(document.paths['/v1/health']?.get?.security).toEqual([])
    expect(document.paths['/v1/tul1']?.post?.security).toEqual([{ key: [] }, { apiKey: [] }])
  })

  test('declares the errors of reading the body of every folded request', () => {
    for (const path of ['/v1/chat/completions', '/v1/messages', '/v1/responses']) {
      const { responses } = document.paths[path]!.post!
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['413', '415', '503']))
    }
  })

  test('describes the bodies that are validated', () => {
    expect(document.components.schemas.TranscriptRequest).toMatchObject({
      required: ['messages'],
      properties: { messages: { type: 'array', minItems: 1, maxItems: 10_000 } },
    })
    for (const { method, path, body } of OPERATIONS) {
      const key = path.replace(/:(\w+)/g, '{$1}')
      const described = document.paths[key]?.[method.toLowerCase()]?.requestBody
      expect(described !== undefined).toBe(body !== undefined)
    }
  })
})
