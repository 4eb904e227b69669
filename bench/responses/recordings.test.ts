import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecordings } from './recordings.ts'

const RECORDED = `interactions:
- request:
    body: '{"model": "gpt-5"}'
    method: POST
    uri: https://api.openai.com/v1/responses?a=1
  response:
    headers:
      content-type: [application/json]
    parsed_body: {id: resp_1}
    status: {code: 200}
- request: {body: null, method: GET, uri: 'https://elsewhere.example/'}
  response: {headers: {}, status: 200}
`

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pleat-recordings-'))
  await writeFile(join(folder, 'a.yaml'), RECORDED)
  await writeFile(join(folder, 'empty.yaml'), '')
})
afterAll(() => rm(folder, { recursive: true }))

it('reads exchanges with the API, and nothing from an empty file', async () => {
  expect(await readRecordings(folder)).toEqual([
    {
      source: 'a.yaml',
      method: 'POST',
      path: '/v1/responses?a=1',
      body: '{"model": "gpt-5"}',
      status: 200,
      headers: { 'content-type': 'application/json' },
      answer: Buffer.from('{"id":"resp_1"}'),
    },
  ])
})
