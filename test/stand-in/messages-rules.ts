import { checkBlocks } from './claude-blocks.ts'
import { checkCacheMarks } from './claude-cache-marks.ts'
import { claudeModel } from './claude-models.ts'
import { checkThinking, type ThinkingMemory } from './claude-thinking.ts'
import { checkToolPairs } from './claude-tool-pairs.ts'
import { type ClaudeTurn, readTurns } from './claude-turns.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'

const SAMPLING_GONE_SINCE = '2026-10-21'

/**
 * Refuses the bodies that the messages API refuses. Returns the turns of a valid body.
 * @throws {Refusal}
 */
export function checkMessages(
  body: unknown,
  { version, memory, isCounting = false }: { version: string; memory: ThinkingMemory; isCounting?: boolean },
): readonly ClaudeTurn[] {
  if (!isObject(body)) throw new Refusal('Input should be a valid dictionary or object')
  checkFields(body, version, isCounting)
  const { messages } = body
  if (messages === undefined) throw new Refusal('messages: Field required')
  if (!Array.isArray(messages)) throw new Refusal('messages: Input should be a valid list')
  if (messages.length === 0) throw new Refusal('messages: at least one message is required')
  const model = claudeModel(String(body.model))
  const turns = readTurns(messages)
  checkBlocks(turns, version)
  checkSystemTurns(turns)
  checkToolPairs(turns)
  checkCacheMarks(body)
  checkPrefill(turns, model.takesPrefill)
  checkThinking(body, turns, { model, memory })
  return turns
}

function checkFields(body: JsonObject, version: string, isCounting: boolean): void {
  if (body.model === undefined) throw new Refusal('model: Field required')
  if (typeof body.model !== 'string') throw new Refusal('model: Input should be a valid string')
  if (!isCounting) checkMaxTokens(body)
  if (version < SAMPLING_GONE_SINCE) return
  for (const field of ['temperature', 'top_p', 'top_k']) {
    if (body[field] !== undefined) throw new Refusal(`${field}: Extra inputs are not permitted`)
  }
}

function checkMaxTokens({ max_tokens: maxTokens, thinking }: JsonObject): void {
  if (maxTokens === undefined) throw new Refusal('max_tokens: Field required')
  if (!Number.isInteger(maxTokens)) throw new Refusal('max_tokens: Input should be a valid integer')
  if ((maxTokens as number) < 0) throw new Refusal('max_tokens: Input should be greater than or equal to 0')
  const budget = isObject(thinking) && thinking.type === 'enabled' ? thinking.budget_tokens : undefined
  if (typeof budget === 'number' && budget >= (maxTokens as number)) {
    throw new Refusal('`max_tokens` must be greater than `thinking.budget_tokens`.')
  }
}

/** Instructions within the conversation follow a user message and precede an assistant message. */
function checkSystemTurns(turns: readonly ClaudeTurn[]): void {
  for (const [place, { role, index }] of turns.entries()) {
    if (role !== 'system') continue
    const next = turns[place + 1]
    if (turns[place - 1]?.role !== 'user' || (next && next.role !== 'assistant')) {
      throw new Refusal(`messages.${index}: \`system\` messages must follow a user turn and precede an assistant turn`)
    }
  }
}

function checkPrefill(turns: readonly ClaudeTurn[], takesPrefill: boolean): void {
  const last = turns.at(-1)
  if (last?.role !== 'assistant') return
  if (!takesPrefill) {
    throw new Refusal(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
  }
  const block = last.blocks.at(-1)?.block
  if (block?.type === 'text' && /\s$/.test(String(block.text))) {
    throw new Refusal('messages: final assistant content cannot end with trailing whitespace')
  }
}
