import type { TranscriptMessage } from '@pleat/core'
import { isClaudeCode, readClaudeCode } from './claude-code.ts'
import { isCodex, readCodex } from './codex.ts'
import { readJsonLines } from './json-lines.ts'
import { isObject, type JsonObject } from './json-value.ts'
import { findMessageList, readMessageList } from './message-list.ts'
import { modelOf } from './model-of.ts'
import { isQwenCode, readQwenCode } from './qwen-code.ts'

/** A conversation and the format of its source. */
export interface Transcript {
  readonly format: 'claude-code' | 'codex' | 'qwen-code' | 'messages'
  readonly messages: readonly TranscriptMessage[]
  /** The model of the last answer; undefined if the transcript does not name it. */
  readonly model?: string
}

/** The input is not a transcript. The message quotes nothing of it. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
}

/**
 * Reads a transcript of any supported format. The index of a message stays the same when the transcript grows.
 * @throws {TranscriptError} for other input.
 */
export function readTranscript(given: string): Transcript {
  // Some programs on Windows begin a file with a byte order mark.
  const text = given.replace(/^\ufeff/, '')
  const whole = parseWhole(text)
  const list = findMessageList(whole)
  if (list) return readMessages(list, isObject(whole) ? [...list, whole] : list)
  const records = readJsonLines(text)
  if (isQwenCode(records)) return transcript('qwen-code', readQwenCode(records), records)
  if (isClaudeCode(records)) return transcript('claude-code', readClaudeCode(records), records)
  if (isCodex(records)) return transcript('codex', readCodex(records), records)
  const lines = findMessageList(records)
  if (lines) return readMessages(lines, lines)
  throw new TranscriptError(
    'the input contains no transcript; use the .jsonl of Claude Code, Codex or Qwen Code, or messages as JSON',
  )
}

/** The transcript of a list of messages. */
export function readMessages(list: readonly JsonObject[], records: readonly JsonObject[]): Transcript {
  return transcript('messages', readMessageList(list), records)
}

function transcript(
  format: Transcript['format'],
  messages: readonly TranscriptMessage[],
  records: readonly JsonObject[],
): Transcript {
  const model = modelOf(records)
  return { format, messages, ...(model !== undefined && { model }) }
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
