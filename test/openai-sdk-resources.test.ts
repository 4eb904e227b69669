import OpenAI, { NotFoundError, toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { SPEECH } from './stand-in/single-answers.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
/** Clients of two Pleat accounts whose requests use the same provider key. */
let alice: OpenAI
let bob: OpenAI

beforeAll(async () => {
  standIn = await startStandIn()
  pleat = await startPleat({ providerUrl: standIn.url })
  const client = (apiKey: string) => new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey, maxRetries: 0 })
  alice = client(await pleat.issueKey('alice'))
  bob = client(await pleat.issueKey('bob'))
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const LINES = '{"custom_id":"größer"}\n'.repeat(2000)
const upload = async (client: OpenAI, name = 'lines.jsonl') =>
  client.files.create({ file: await toFile(Buffer.from(LINES), name), purpose: 'batch' })

describe('the OpenAI SDK', () => {
  test('gets embeddings, moderations and models', async () => {
    const { data, response } = await alice.embeddings.create({ model: 'e', input: 'x' }).withResponse()
    expect(data.data[0]!.embedding).toEqual([0.5, -0.25, 1])
    expect(response.headers.get('x-service-compression')).toBe('passed-through')
    expect((await alice.moderations.create({ input: 'x' })).results[0]!.flagged).toBe(true)
    expect((await alice.models.list()).data.map(({ id }) => id)).toEqual(['stand-in'])
  })

  test('generates and edits images, synthesizes speech and transcribes audio', async () => {
    const image = await alice.images.generate({ model: 'i', prompt: 'x' })
    expect(Buffer.from(image.data![0]!.b64_json!, 'base64').equals(SPEECH)).toBe(true)
    const edited = await alice.images.edit({ model: 'i', prompt: 'x', image: await toFile(SPEECH, 'a.png') })
    expect(Buffer.from(edited.data![0]!.b64_json!, 'base64').equals(SPEECH)).toBe(true)
    const speech = await alice.audio.speech.create({ model: 't', voice: 'alloy', input: 'x' })
    expect(Buffer.from(await speech.arrayBuffer()).equals(SPEECH)).toBe(true)
    const heard = await alice.audio.transcriptions.create({ model: 'w', file: await toFile(SPEECH, 'a.mp3') })
    expect(Buffer.from(heard.text, 'base64').equals(SPEECH)).toBe(true)
  })

  test('uploads, finds, reads, lists and deletes files', async () => {
    const file = await upload(alice)
    expect(file).toMatchObject({ filename: 'lines.jsonl', bytes: Buffer.byteLength(LINES) })
    expect(await alice.files.retrieve(file.id)).toMatchObject({ id: file.id })
    expect(await (await alice.files.content(file.id)).text()).toBe(LINES)
    expect((await alice.files.list()).data.map(({ id }) => id)).toEqual([file.id])
    expect((await alice.files.delete(file.id)).deleted).toBe(true)
    expect((await alice.files.list()).data).toEqual([])
  })

  test('runs a batch from its file to its output', async () => {
    const file = await upload(alice)
    const endpoint = '/v1/chat/completions'
    const made = await alice.batches.create({ input_file_id: file.id, endpoint, completion_window: '24h' })
    const batch = await alice.batches.retrieve(made.id)
    expect(await (await alice.files.content(batch.output_file_id!)).text()).toBe('{"custom_id":"a"}\n')
    expect((await alice.batches.cancel(batch.id)).status).toBe('cancelled')
    expect((await alice.batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
  })

  test('fills a vector store', async () => {
    const [file, store] = [await upload(alice), await alice.vectorStores.create({ name: 'x' })]
    expect((await alice.vectorStores.files.create(store.id, { file_id: file.id })).id).toBe(file.id)
    expect((await alice.vectorStores.retrieve(store.id)).id).toBe(store.id)
    expect((await alice.vectorStores.delete(store.id)).id).toBe(store.id)
  })
})

describe('two accounts with one key at the provider', () => {
  test('do not see each other’s files, batches and vector stores', async () => {
    const [file, store] = [await upload(alice), await alice.vectorStores.create({ name: 'x' })]
    const [endpoint, completion_window] = ['/v1/chat/completions', '24h'] as const
    const batch = await alice.batches.create({ input_file_id: file.id, endpoint, completion_window })
    const attempts = [
      () => bob.files.retrieve(file.id),
      () => bob.files.content(file.id),
      () => bob.files.delete(file.id),
      () => bob.files.content(batch.output_file_id!),
      () => bob.batches.retrieve(batch.id),
      () => bob.batches.cancel(batch.id),
      () => bob.vectorStores.retrieve(store.id),
      () => bob.vectorStores.search(store.id, { query: 'x' }),
      () => bob.batches.create({ input_file_id: file.id, endpoint, completion_window }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(NotFoundError)
    for (const list of [bob.files.list(), bob.batches.list(), bob.vectorStores.list()]) {
      expect((await list).data).toEqual([])
    }
    expect(await alice.files.retrieve(file.id)).toMatchObject({ id: file.id })
  })

  test('page through all of their own objects', async () => {
    const own: string[] = []
    for (let i = 0; i < 45; i++) {
      const { id } = await upload(i % 3 === 0 ? bob : alice, `${i}.jsonl`)
      if (i % 3 === 0) own.unshift(id)
    }
    const listed: string[] = []
    for await (const { id } of bob.files.list({ limit: 4 })) listed.push(id)
    expect(listed).toEqual(own)
  })

  test('keep access to their objects after a restart', async () => {
    const file = await upload(bob)
    await pleat.restart()
    const client = (of: OpenAI) => new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: of.apiKey!, maxRetries: 0 })
    ;[alice, bob] = [client(alice), client(bob)]
    expect(await bob.files.retrieve(file.id)).toMatchObject({ id: file.id })
    await expect(alice.files.retrieve(file.id)).rejects.toBeInstanceOf(NotFoundError)
  })
})
