import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { postHostile } from './harness/expect-answer.ts'
import { HOSTILE_BODIES, MARKER, onWire, wrongTypes } from './harness/hostile-bodies.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { HISTORY_FIELDS, post, send, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

/** Not shipped with the repository; the tests that need it are skipped without it. */
const SUITE = new URL('../../shared/robust/JSONTestSuite/', import.meta.url)
const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }]
const RAW = { raw: Buffer.from('{"ok":true}'), headers: { 'content-type': 'application/json' } }

let standIn: StandIn
let pleat: Pleat
beforeAll(async () => {
  standIn = await startStandIn({ answer: () => RAW, isStrict: false })
  pleat = await startPleat({ providerUrl: standIn.url })
  // The thread starts first, so that only the body's own cost is measured.
  await pleat.server.deps.compression.warmUp([])
  // The first long text starts the thread for long bodies, whose start-up time is not part of a body's cost.
  const long = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'so long '.repeat(50_000) }] })
  expect((await post(pleat.url, 'openai', { key: pleat.key, body: long })).status).toBe(200)
})
afterEach(async () => {
  const health = await send(`${pleat.url}/v1/health`, { method: 'GET' })
  expect(health.status).toBe(200)
  expect(pleat.problems()).toEqual([])
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

describe.each(WIRES)('a hostile body over $wire', ({ wire }) => {
  test.each(Object.entries(HOSTILE_BODIES))('is survived: %s', async (_name, makeBody) => {
    const made = makeBody()
    const body = typeof made === 'string' ? onWire(wire, made) : made
    const response = await postHostile(pleat, wire, { body })
    // The provider receives the client's bytes.
    if (response.status === 200) expect(standIn.requests.at(-1)!.body.equals(Buffer.from(body))).toBe(true)
    else expect(response.body.toString('utf8')).not.toContain(MARKER)
    expect(pleat.log()).not.toContain(MARKER)
  })

  test('is survived: a wrong type in any field', async () => {
    let forwarded = 0
    for (const body of wrongTypes(wire)) {
      const response = await postHostile(pleat, wire, { body })
      if (response.status === 200) forwarded++
    }
    expect(forwarded).toBeGreaterThan(100)
    expect(pleat.log()).not.toContain(MARKER)
  })

  test.skipIf(!existsSync(SUITE))(
    'is survived: every file of the JSON test suite, as the body and as message content',
    async () => {
      for (const bytes of suiteFiles()) {
        const isJson = isValidJson(bytes)
        const whole = await postHostile(pleat, wire, { body: bytes })
        // None of them is a valid request, except where the history is optional.
        if (wire !== 'responses') expect(whole.status).toBe(400)
        const field = HISTORY_FIELDS[wire]
        const parts = [`{"model":"m","max_tokens":9,"${field}":[{"role":"user","content":`, bytes, `}]}`]
        const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
        const inside = await postHostile(pleat, wire, { body })
        expect(inside.status, body.toString('latin1').slice(0, 200)).toBe(isJson ? 200 : 400)
        if (isJson) expect(standIn.requests.at(-1)!.body.equals(body)).toBe(true)
      }
    },
  )
})

function suiteFiles(): Buffer[] {
  return ['test_parsing/', 'test_transform/'].flatMap((folder) => {
    const url = new URL(folder, SUITE)
    return readdirSync(url).map((name) => readFileSync(new URL(encodeURIComponent(name), url)))
  })
}

function isValidJson(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
