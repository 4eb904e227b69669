import OpenAI, { toFile } from 'openai'
import { assert, key, url } from './room.js'

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
const LINES = '{"custom_id":"größer"}\n'.repeat(2000)

const embedded = await client.embeddings.create({ model: 'text-embedding-3-small', input: 'x' })
assert.deepEqual(embedded.data[0].embedding, [0.5, -0.25, 1])
assert.equal((await client.moderations.create({ input: 'x' })).results[0].flagged, true)
assert.ok((await client.models.list()).data.length > 0)

const picture = Buffer.from((await client.images.generate({ model: 'gpt-image-1', prompt: 'x' })).data[0].b64_json, 'base64')
const edited = await client.images.edit({ model: 'gpt-image-1', prompt: 'x', image: await toFile(picture, 'a.png') })
assert.ok(Buffer.from(edited.data[0].b64_json, 'base64').equals(picture))
const spoken = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'x' })
const sound = Buffer.from(await spoken.arrayBuffer())
const heard = await client.audio.transcriptions.create({ model: 'whisper-1', file: await toFile(sound, 'a.mp3') })
assert.ok(Buffer.from(heard.text, 'base64').equals(sound))

const file = await client.files.create({ file: await toFile(Buffer.from(LINES), 'lines.jsonl'), purpose: 'batch' })
assert.equal(await (await client.files.content(file.id)).text(), LINES)
assert.deepEqual(
  (await client.files.list()).data.map(({ id }) => id),
  [file.id],
)
const endpoint = '/v1/chat/completions'
const made = await client.batches.create({ input_file_id: file.id, endpoint, completion_window: '24h' })
const batch = await client.batches.retrieve(made.id)
assert.ok((await (await client.files.content(batch.output_file_id)).text()).length > 0)
const store = await client.vectorStores.create({ name: 'x' })
assert.equal((await client.vectorStores.files.create(store.id, { file_id: file.id })).id, file.id)
assert.equal((await client.vectorStores.delete(store.id)).id, store.id)
assert.equal((await client.files.delete(file.id)).deleted, true)
