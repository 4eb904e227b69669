import Anthropic, { toFile } from '@anthropic-ai/sdk'
import { assert, key, url } from './room.js'

const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
const BYTES = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256))
const params = { model: 'claude-sonnet-5', messages: [{ role: 'user', content: 'When does the dock open?' }] }

assert.ok((await client.messages.countTokens(params)).input_tokens > 5)
assert.ok((await client.models.list()).data.length > 0)

const batch = await client.messages.batches.create({
  requests: [{ custom_id: 'a', params: { ...params, max_tokens: 9 } }],
})
assert.equal((await client.messages.batches.retrieve(batch.id)).processing_status, 'ended')
// By its path: `batches.results()` follows `results_url`, which Pleat replaces with its own address.
const results = await client.get(`/v1/messages/batches/${batch.id}/results`).asResponse()
assert.match(await results.text(), /"custom_id":"a"/)
assert.equal((await client.messages.batches.delete(batch.id)).id, batch.id)

const file = await client.beta.files.upload({ file: await toFile(BYTES, 'größer.bin') })
const content = await client.beta.files.download(file.id)
assert.ok(Buffer.from(await content.arrayBuffer()).equals(BYTES))
assert.equal((await client.beta.files.delete(file.id)).id, file.id)
