import { createTranscriptMemo, enhance, loadEncoding, type TranscriptMemo } from '@pleat/core'
import type { TranscriptRequest, TranscriptView } from '../transcript-port.ts'
import { answerCalls } from './answer-calls.ts'

/** One transcript that is asked of the thread. */
export type EnhanceCall = TranscriptRequest

/** What is remembered of the messages of each account. */
const MEMO_BYTES = 32 * 1024 * 1024
/** Accounts whose messages are remembered; the one not seen for longest is forgotten first. */
const MOST_OWNERS = 8

const memos = new Map<string, TranscriptMemo>()

answerCalls<EnhanceCall, TranscriptView>(async ({ owner, messages, mode, encoding }) => {
  const { name, count } = await loadEncoding(encoding)
  const { rawTail: _, ...view } = enhance({ messages, mode, count, memo: memoOf(`${name} ${owner}`) })
  return view
})

/** Facts hold counts, and a fingerprint of a message is no proof: so each account and encoding has its own memo. */
function memoOf(key: string): TranscriptMemo {
  const memo = memos.get(key) ?? createTranscriptMemo(MEMO_BYTES)
  memos.delete(key)
  memos.set(key, memo)
  if (memos.size > MOST_OWNERS) memos.delete(memos.keys().next().value!)
  return memo
}
