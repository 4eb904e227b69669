import { parentPort, workerData } from 'node:worker_threads'
import {
  createTranscriptMemo,
  enhance,
  forgetLatestTexts,
  loadEncoding,
  type TranscriptMemo,
  tokenProfileOf,
} from '@pleat/core'
import { ServiceError } from '../../errors.ts'
import { readJson } from '../../gate/read-json.ts'
import { ownedBytes } from '../../large-buffer.ts'
import { TRANSCRIPT_REQUEST } from '../../openapi/transcript-schemas.ts'
import type { InvalidTranscript, TranscriptView } from '../../routes/transcript-port.ts'
import { warmUpTranscript } from '../../warm-up-transcript.ts'
import { Channel, Moved } from './channel.ts'
import { createHeartbeat } from './heartbeat.ts'
import { lowerPriority } from './lower-priority.ts'
import type { TranscriptCall, TranscriptHostCall, TranscriptThreadData } from './transcript-calls.ts'

/** Serves calls to read and compress transcripts. */

/** Limit of one memo, in bytes. */
const MEMO_BYTES = 32 * 1024 * 1024
/** Limit of memos, one for each account and encoding. The least recently used one is evicted. */
const MAX_OWNERS = 8
/** Number of messages of the transcript that warms the thread up, enough to compile the code. */
const WARM_UP = 200
/** Transcript views are not streamed, so proxied requests have priority. */
const NICENESS = 5

lowerPriority(NICENESS)
const heartbeat = createHeartbeat((workerData as TranscriptThreadData).heartbeat)
const memos = new Map<string, TranscriptMemo>()
const host = new Channel<TranscriptHostCall, TranscriptCall>(parentPort!, answer)
host.tell({ op: 'ready' })

async function answer(call: TranscriptCall): Promise<unknown> {
  if (call.op === 'warm-up') {
    const body = Buffer.from(JSON.stringify({ messages: warmUpTranscript(WARM_UP) }))
    await enhanceBody('', body, 0)
    return undefined
  }
  if (call.op === 'release') return undefined
  if (Date.now() > call.expiresAt) throw new Error('The transcript waited for too long.')
  const result = await enhanceBody(call.owner, Buffer.from(call.body.buffer), call.ticket)
  return result.kind === 'view' ? new Moved(result, [result.rawTail.buffer as ArrayBuffer]) : result
}

async function enhanceBody(owner: string, body: Buffer, ticket: number): Promise<TranscriptView | InvalidTranscript> {
  heartbeat.beat(ticket)
  forgetLatestTexts()
  try {
    const { messages, session_id, protection_mode, model_hint, provider_hint } = readJson(body, TRANSCRIPT_REQUEST)
    const { encoding } = tokenProfileOf(model_hint ?? '', 'openai-chat')
    const { name, count } = await loadEncoding(encoding)
    heartbeat.beat(ticket)
    const mode = protection_mode ?? 'balanced'
    const { rawTail, ...enhanced } = enhance({ messages, mode, count, memo: memoOf(`${name} ${owner}`) })
    const hints = {
      mode,
      sessionId: session_id ?? undefined,
      model: model_hint ?? undefined,
      provider: provider_hint ?? undefined,
    }
    return { kind: 'view', hints, enhanced, rawTail: ownedBytes(JSON.stringify(rawTail)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const code = error.code === 'invalid_json' ? 'invalid_json' : 'invalid_request'
    return { kind: 'invalid', code, message: error.message, parameter: error.parameter }
  } finally {
    heartbeat.beat(0)
  }
}

/** Each encoding has its own memo, since facts contain counts; each account too, since fingerprints may collide. */
function memoOf(key: string): TranscriptMemo {
  const memo = memos.get(key) ?? createTranscriptMemo(MEMO_BYTES)
  memos.delete(key)
  memos.set(key, memo)
  if (memos.size > MAX_OWNERS) memos.delete(memos.keys().next().value!)
  return memo
}
