import type { ClaudeModel } from './claude-models.ts'
import type { ClaudeTurn } from './claude-turns.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'
import { isThinking, PrefixHash, signatureId, signatureOf, type ThinkingSigner } from './thinking-signature.ts'

/** Remembers the thinking in responses with tool calls. */
export interface ThinkingMemory {
  readonly signer: ThinkingSigner
  /** The signature of the thinking in the response with the tool call of this id. */
  readonly byCall: ReadonlyMap<string, string>
}

/**
 * Checks the signature of each thinking block. On models that bind thinking to its prefix, also checks that the content
 * before it is unchanged and that no thinking between two present blocks is missing. An open tool loop needs it all.
 * @throws {Refusal}
 */
export function checkThinking(
  body: JsonObject,
  turns: readonly ClaudeTurn[],
  { model, memory }: { model: ClaudeModel; memory: ThinkingMemory },
): void {
  const hash = new PrefixHash(body)
  let previous: string | undefined
  for (const { role, blocks } of turns) {
    for (const { block, path } of blocks) {
      if (isThinking(block)) {
        const signature = signatureOf(block)
        const signed = memory.signer.open(String(block.thinking ?? ''), signature)
        if (!signed) throw new Refusal(`${path}: Invalid \`signature\` in \`thinking\` block`)
        const isBehind = previous === undefined || signed.previous === signatureId(previous)
        if (model.bindsThinking && (signed.prefix !== hash.value || !isBehind)) throw bound(path)
        previous = signature
      }
      hash.add(role, block)
    }
  }
  checkOpenLoop(body, turns, memory)
}

function bound(path: string): Refusal {
  return new Refusal(
    `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. ` +
      'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
  )
}

/** The open tool loop is all content since the last user message without tool results. Its thinking is required. */
function checkOpenLoop(body: JsonObject, turns: readonly ClaudeTurn[], { byCall }: ThinkingMemory): void {
  const last = turns.at(-1)
  const answersCalls = last?.role === 'user' && last.blocks.some(({ block }) => block.type === 'tool_result')
  if (!answersCalls || !isObject(body.thinking) || body.thinking.type === 'disabled') return
  const start = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && !blocks.some(({ block }) => block.type === 'tool_result'),
  )
  for (const { role, blocks } of turns.slice(start)) {
    if (role !== 'assistant') continue
    const present = blocks.filter(({ block }) => isThinking(block)).map(({ block }) => signatureOf(block))
    for (const { block, path } of blocks) {
      if (block.type !== 'tool_use') continue
      const expected = byCall.get(String(block.id))
      if (expected !== undefined && !present.includes(expected)) {
        throw new Refusal(
          `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. ` +
            'These blocks must remain as they were in the original response.',
        )
      }
    }
  }
}
