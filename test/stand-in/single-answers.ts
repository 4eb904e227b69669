import { Refusal } from './refusal.ts'
import type { ResourceAnswer, ResourceRequest } from './resource-store.ts'

/** Bytes that are invalid in every text encoding. */
export const SPEECH = Buffer.from([0xff, 0xfb, 0x90, 0x00, 0x0d, 0x0a, 0x80, 0xfe])

const ANSWERS: Readonly<Record<string, (request: ResourceRequest) => Promise<ResourceAnswer> | ResourceAnswer>> = {
  'POST embeddings': ({ json }) => {
    const vector = Buffer.from(new Float32Array([0.5, -0.25, 1]).buffer)
    const isBase64 = (json as { encoding_format?: string }).encoding_format === 'base64'
    const embedding = isBase64 ? vector.toString('base64') : [0.5, -0.25, 1]
    return { body: { object: 'list', model: 'e', data: [{ object: 'embedding', index: 0, embedding }] } }
  },
  'POST moderations': () => ({ body: { id: 'modr-1', model: 'm', results: [{ flagged: true }] } }),
  'POST images/generations': () => ({ body: { created: 1, data: [{ b64_json: SPEECH.toString('base64') }] } }),
  'POST images/edits': async (request) => ({
    body: { created: 1, data: [{ b64_json: await fileIn(request, 'image') }] },
  }),
  'POST audio/speech': () => ({ body: SPEECH, type: 'audio/mpeg' }),
  'POST audio/transcriptions': async (request) => ({ body: { text: await fileIn(request, 'file') } }),
}

/** Answers for an endpoint that stores nothing; undefined for other paths. */
export function singleAnswerFor(request: ResourceRequest) {
  const answer = ANSWERS[`${request.method} ${request.steps.join('/')}`]
  return answer && (async () => await answer(request))
}

/** An uploaded form file as base64. */
async function fileIn({ body, headers }: ResourceRequest, name: string): Promise<string> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData()
  const file = form.get(name)
  if (!(file instanceof File)) throw new Refusal(`${name} is required`)
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}
