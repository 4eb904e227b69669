import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

const HOST = 'api.openai.com'

/** One recorded request with its answer. The recorder has re-serialised JSON bodies. */
export interface Recording {
  readonly source: string
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly answer: Buffer
}

/** All exchanges with the API in the files of `folder`, as Python's vcr writes them. */
export async function readRecordings(folder: string): Promise<readonly Recording[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const all = await Promise.all(
    names.map(async (name) => recordingsIn(name, await readFile(join(folder, name), 'utf8'))),
  )
  return all.flat()
}

interface Body {
  readonly content?: unknown
  readonly string?: unknown
}

/** One side of an exchange: its body as text or bytes, or as parsed JSON. */
interface Side {
  readonly body?: Body | string | null
  readonly parsed_body?: unknown
}

interface Interaction {
  readonly request: Side & { readonly method: string; readonly uri: string }
  readonly response: Side & {
    readonly status: number | { readonly code: number }
    readonly headers: Readonly<Record<string, readonly string[]>>
  }
}

function recordingsIn(source: string, text: string): Recording[] {
  // An empty file is parsed to null.
  const { interactions = [] } = (parse(text) ?? {}) as { readonly interactions?: readonly Interaction[] }
  return interactions.flatMap(({ request, response }) => {
    const { host, pathname, search } = new URL(request.uri)
    if (host !== HOST) return []
    const { status } = response
    return {
      source,
      method: request.method,
      path: pathname + search,
      body: bytesOf(request)?.toString('utf8'),
      status: typeof status === 'number' ? status : status.code,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, values]) => [name, values.join(', ')])),
      answer: bytesOf(response) ?? Buffer.alloc(0),
    }
  })
}

function bytesOf({ body, parsed_body: parsed }: Side): Buffer | undefined {
  if (parsed !== undefined) return Buffer.from(JSON.stringify(parsed))
  if (body === undefined || body === null || body === '') return undefined
  if (typeof body === 'string') return Buffer.from(body)
  const { content, string } = body
  if (content !== undefined) return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return string instanceof Uint8Array ? Buffer.from(string) : Buffer.from(String(string ?? ''))
}
