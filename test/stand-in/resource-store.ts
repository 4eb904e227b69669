import type { RecordedRequest } from './recorded-request.ts'
import { type Family, Refusal } from './refusal.ts'

export interface ResourceRequest extends RecordedRequest {
  readonly family: Family
  readonly query: URLSearchParams
  /** The path after `/v1`. */
  readonly steps: readonly string[]
}

/** A value is sent as JSON, bytes are sent unchanged. */
export interface ResourceAnswer {
  readonly status?: number
  readonly type?: string
  readonly body: object | Buffer
}

interface StoredObject {
  readonly id: string
  readonly [name: string]: unknown
}

interface Kind {
  readonly prefix: string
  readonly isListed: boolean
  /** The members of its objects besides the id. */
  make(request: ResourceRequest, keep: Keep, id: string): Promise<object> | object
}

/** Stores the content of a new file and returns its id. */
type Keep = (content: Buffer) => string

const KINDS: Readonly<Record<Family, Readonly<Record<string, Kind>>>> = {
  openai: {
    files: { prefix: 'file-', isListed: true, make: openAiFile },
    batches: { prefix: 'batch_', isListed: true, make: openAiBatch },
    vector_stores: { prefix: 'vs_', isListed: true, make: () => ({ object: 'vector_store', status: 'completed' }) },
    conversations: { prefix: 'conv_', isListed: false, make: () => ({ object: 'conversation' }) },
  },
  anthropic: {
    files: { prefix: 'file_', isListed: true, make: anthropicFile },
    'messages/batches': {
      prefix: 'msgbatch_',
      isListed: true,
      make: anthropicBatch,
    },
  },
}

/** The objects of one account at each provider. */
export function createResourceStore() {
  const objects = new Map<string, StoredObject[]>()
  const contents = new Map<string, Buffer>()
  let count = 0
  const newId = (prefix: string) => `${prefix}${(++count).toString().padStart(6, '0')}Ab9xYz${count * 7919}`

  return {
    /** Answers for a path with objects; undefined for other paths. */
    answerFor(request: ResourceRequest): (() => Promise<ResourceAnswer>) | undefined {
      const { family, steps } = request
      const path = Object.keys(KINDS[family]).find((each) => steps.slice(0, each.split('/').length).join('/') === each)
      return path === undefined ? undefined : () => answer(request, path)
    },
  }

  async function answer(request: ResourceRequest, path: string): Promise<ResourceAnswer> {
    const { family, steps, method } = request
    const kind = KINDS[family][path]!
    const all = objects.get(`${family} ${path}`) ?? []
    objects.set(`${family} ${path}`, all)
    const [id, action] = steps.slice(path.split('/').length)
    if (id === undefined && method === 'POST') return { body: await create(kind, request, all) }
    if (id === undefined && method === 'GET' && kind.isListed) return { body: page(all, request) }
    const found = all.find((each) => each.id === id)
    if (!found) throw new Refusal(`No such object: ${id}`, { status: 404, type: notFoundType(family) })
    if (method === 'DELETE') {
      all.splice(all.indexOf(found), 1)
      return { body: { id, object: 'deleted', type: 'deleted', deleted: true } }
    }
    return actOn(found, action, request)
  }

  async function create(kind: Kind, request: ResourceRequest, all: StoredObject[]): Promise<StoredObject> {
    const id = newId(kind.prefix)
    const keep: Keep = (content) => {
      const fileId = kind.prefix.startsWith('file') ? id : newId('file-')
      contents.set(fileId, content)
      if (fileId !== id) objects.get('openai files')!.unshift({ id: fileId, object: 'file', bytes: content.length })
      return fileId
    }
    const made = { id, ...(await kind.make(request, keep, id)) }
    all.unshift(made)
    return made
  }

  function actOn(found: StoredObject, action: string | undefined, { method, json }: ResourceRequest): ResourceAnswer {
    if (action === 'content') return { body: contents.get(found.id)!, type: 'application/octet-stream' }
    if (action === 'results') return { body: Buffer.from('{"custom_id":"a"}\n'), type: 'application/x-jsonl' }
    if (action === 'cancel') return { body: { ...found, status: 'cancelled' } }
    if (action === 'input_items') return { body: { object: 'list', data: [{ id: 'msg_1' }], has_more: false } }
    if (action === 'files') return { body: { object: 'vector_store.file', id: (json as { file_id?: string }).file_id } }
    if (action !== undefined) throw new Refusal('Not found', { status: 404 })
    return { body: method === 'GET' ? found : { ...found, ...(json as object) } }
  }
}

function notFoundType(family: Family): string {
  return family === 'openai' ? 'invalid_request_error' : 'not_found_error'
}

/** Newest first, after the object that the query names. */
function page(all: readonly StoredObject[], { query, family }: ResourceRequest): object {
  const after = query.get(family === 'openai' ? 'after' : 'after_id')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const limit = Number(query.get('limit') ?? 20)
  const data = all.slice(from, from + limit)
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return { object: 'list', data, has_more: from + limit < all.length, ...ends }
}

async function contentOf({ body, headers }: ResourceRequest): Promise<{ content: Buffer; name: string }> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Refusal('file is required')
  return { content: Buffer.from(await file.arrayBuffer()), name: file.name }
}

async function openAiFile(request: ResourceRequest, keep: Keep): Promise<object> {
  const { content, name } = await contentOf(request)
  keep(content)
  return { object: 'file', bytes: content.length, filename: name, purpose: 'batch', status: 'processed' }
}

async function anthropicFile(request: ResourceRequest, keep: Keep): Promise<object> {
  const { content, name } = await contentOf(request)
  keep(content)
  return { type: 'file', size_bytes: content.length, filename: name, downloadable: true }
}

/** The address of its results is always at the provider itself, as with the real API. */
function anthropicBatch({ headers }: ResourceRequest, _keep: Keep, id: string): object {
  const results_url = `http://${headers.host}/v1/messages/batches/${id}/results`
  return { type: 'message_batch', processing_status: 'ended', results_url }
}

function openAiBatch({ json }: ResourceRequest, keep: Keep): object {
  const { input_file_id } = json as { input_file_id: string }
  return {
    object: 'batch',
    status: 'completed',
    input_file_id,
    output_file_id: keep(Buffer.from('{"custom_id":"a"}\n')),
  }
}
