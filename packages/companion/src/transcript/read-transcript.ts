import type { TranscriptMessage } from '@pleat/core'
import { isClaudeCode, readClaudeCode } from './claude-code.ts'
import { isCodex, readCodex } from './codex.ts'
import { readJsonLines } from './json-lines.ts'
import { findMessageList, readMessageList } from './message-list.ts'
import { isQwenCode, readQwenCode } from './qwen-code.ts'

/** A conversation, and what wrote it. */
export interface Transcript {
  readonly format: 'claude-code' | 'codex' | 'qwen-code' | 'messages'
  readonly messages: readonly TranscriptMessage[]
}

/** What was given is no transcript; the message never shows any of it. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
}

/**
 * Reads a transcript of any known form. A message keeps its place when the transcript grows.
 * @throws {TranscriptError}
 */
export function readTranscript(text: string): Transcript {
  const list = findMessageList(parseWhole(text))
  if (list) return { format: 'messages', messages: readMessageList(list) }
  const records = readJsonLines(text)
  if (isQwenCode(records)) return { format: 'qwen-code', messages: readQwenCode(records) }
  if (isClaudeCode(records)) return { format: 'claude-code', messages: readClaudeCode(records) }
  if (isCodex(records)) return { format: 'codex', messages: readCodex(records) }
  const lines = findMessageList(records)
  if (lines) return { format: 'messages', messages: readMessageList(lines) }
  throw new TranscriptError(
    'no transcript was found in it: expected the .jsonl of Claude Code, Codex or Qwen Code, or messages as JSON',
  )
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
