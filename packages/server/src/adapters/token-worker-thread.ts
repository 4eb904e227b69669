import { parentPort } from 'node:worker_threads'
import { type EncodingName, loadEncoding } from '@pleat/core'

/** One count that is asked of the thread. */
export interface CountRequest {
  readonly id: number
  readonly texts: readonly string[]
  readonly encoding: EncodingName
}

/** Its answer; `counts` undefined when it failed, of which no more is said, since what is said might quote the text. */
export interface CountReply {
  readonly id: number
  readonly counts: readonly number[] | undefined
}

parentPort?.on('message', async ({ id, texts, encoding }: CountRequest) => {
  const reply: CountReply = { id, counts: await countAll(texts, encoding) }
  parentPort?.postMessage(reply)
})

async function countAll(texts: readonly string[], name: EncodingName): Promise<readonly number[] | undefined> {
  try {
    const encoding = await loadEncoding(name)
    return texts.map((text) => encoding.count(text))
  } catch {
    return undefined
  }
}
