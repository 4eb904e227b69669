import Anthropic, { NotFoundError, toFile } from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
/** Clients of two Pleat accounts whose requests use the same provider key. */
let alice: Anthropic
let bob: Anthropic

beforeAll(async () => {
  standIn = await startStandIn()
  pleat = await startPleat({ providerUrl: standIn.url })
  const client = (apiKey: string) => new Anthropic({ baseURL: pleat.url, apiKey, maxRetries: 0 })
  alice = client(await pleat.issueKey('alice'))
  bob = client(await pleat.issueKey('bob'))
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const BYTES = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256))
const params = { model: 'claude-sonnet-5', messages: [{ role: 'user' as const, content: 'When does the dock open?' }] }
const requests = [{ custom_id: 'a', params: { ...params, max_tokens: 9 } }]
const upload = async (client: Anthropic) => client.beta.files.upload({ file: await toFile(BYTES, 'größer.bin') })

describe('the Anthropic SDK', () => {
  test('counts tokens and lists models', async () => {
    const { data, response } = await alice.messages.countTokens(params).withResponse()
    expect(data.input_tokens).toBeGreaterThan(5)
    expect(response.headers.get('x-service-compression')).toBe('passed-through')
    expect((await alice.models.list()).data).toHaveLength(1)
  })

  test('makes, finds, lists, cancels and deletes batches', async () => {
    const batch = await alice.messages.batches.create({ requests })
    expect(await alice.messages.batches.retrieve(batch.id)).toMatchObject({ id: batch.id, processing_status: 'ended' })
    expect((await alice.messages.batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
    expect((await alice.messages.batches.cancel(batch.id)).id).toBe(batch.id)
    expect((await alice.messages.batches.delete(batch.id)).id).toBe(batch.id)
  })

  test.each<[string, 'messages' | 'beta']>([
    ['', 'messages'],
    [' of the beta API', 'beta'],
  ])('reads the results of a batch%s from its results_url, which points to this server', async (_name, api) => {
    const batches = (api === 'beta' ? alice.beta.messages : alice.messages).batches
    const batch = await batches.create({ requests })
    const path = `/v1/messages/batches/${batch.id}/results`
    expect(batch.results_url).toBe(`${pleat.url}${path}`)
    expect((await batches.list()).data.find(({ id }) => id === batch.id)!.results_url).toBe(`${pleat.url}${path}`)
    const results: unknown[] = []
    for await (const result of await batches.results(batch.id)) results.push(result)
    expect(results).toEqual([{ custom_id: 'a' }])
    expect(standIn.requests.at(-1)!.path.split('?')[0]).toBe(path)
    expect(standIn.refusals()).toEqual([])
  })

  test('reads results from a relative results_url if the server does not know its own address', async () => {
    // An address of this machine that Pleat does not count as a loopback address.
    const baseURL = pleat.url.replace('127.0.0.1', '0.0.0.0')
    const client = new Anthropic({ baseURL, apiKey: alice.apiKey!, maxRetries: 0 })
    const batch = await client.messages.batches.create({ requests })
    expect(batch.results_url).toBe(`/v1/messages/batches/${batch.id}/results`)
    const results: unknown[] = []
    for await (const result of await client.messages.batches.results(batch.id)) results.push(result)
    expect(results).toEqual([{ custom_id: 'a' }])
    await client.messages.batches.delete(batch.id)
  })

  test('reads the results of a batch made with a client’s own provider key from this server too', async () => {
    const defaultHeaders = { 'x-service-provider-key': STAND_IN_KEYS.anthropic }
    const client = new Anthropic({ baseURL: pleat.url, apiKey: bob.apiKey!, maxRetries: 0, defaultHeaders })
    const batch = await client.messages.batches.create({ requests })
    const results: unknown[] = []
    for await (const result of await client.messages.batches.results(batch.id)) results.push(result)
    expect(results).toEqual([{ custom_id: 'a' }])
    await client.messages.batches.delete(batch.id)
    expect(standIn.refusals()).toEqual([])
  })

  test('uploads, reads, lists and deletes files', async () => {
    const file = await upload(alice)
    expect(file.size_bytes).toBe(BYTES.length)
    expect(await alice.beta.files.retrieveMetadata(file.id)).toMatchObject({ id: file.id })
    const content = await alice.beta.files.download(file.id)
    expect(Buffer.from(await content.arrayBuffer()).equals(BYTES)).toBe(true)
    expect((await alice.beta.files.list()).data.map(({ id }) => id)).toEqual([file.id])
    expect((await alice.beta.files.delete(file.id)).id).toBe(file.id)
  })
})

test('hides an account’s objects from another account with the same provider key', async () => {
  const [file, batch] = [await upload(alice), await alice.messages.batches.create({ requests })]
  const attempts = [
    () => bob.beta.files.retrieveMetadata(file.id),
    () => bob.beta.files.download(file.id),
    () => bob.beta.files.delete(file.id),
    () => bob.messages.batches.retrieve(batch.id),
    () => bob.messages.batches.results(batch.id),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(NotFoundError)
  expect((await bob.beta.files.list()).data).toEqual([])
  expect((await bob.messages.batches.list()).data).toEqual([])
  expect(await alice.beta.files.retrieveMetadata(file.id)).toMatchObject({ id: file.id })
})
