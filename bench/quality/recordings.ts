import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { BENCH_FOLDER } from './sets.ts'

/** One message as a client sends it, on either wire. Instructions are a message with the role `system` on both. */
export interface WireMessage {
  readonly role: string
  readonly content?: string | readonly WireBlock[] | null
  readonly tool_calls?: readonly WireCall[]
  readonly tool_call_id?: string
}

/** A block of content, with the members of its type. */
export interface WireBlock {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: unknown
}

export interface WireCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/**
 * A question at the end of a recording, or with `at` (number of the message from 1) a message within it whose evidence is
 * known.
 */
export interface Question {
  readonly at?: number | null
  readonly question?: string | null
  readonly answer: string
  /** Indexes of the messages that the answer needs. */
  readonly evidence?: readonly number[]
  readonly kind?: string
}

export interface Recording {
  readonly format?: string
  readonly messages: readonly WireMessage[]
  readonly qa?: readonly Question[]
}

/** The recorded conversations of a set, or its first `limit`. */
export function readRecordings(set: string, limit?: number): readonly Recording[] {
  const text = gunzipSync(readFileSync(join(BENCH_FOLDER, 'data', `${set}.jsonl.gz`))).toString('utf8')
  const lines = text.split('\n').filter(Boolean)
  return lines.slice(0, limit).map((line) => JSON.parse(line) as Recording)
}
