import type { ClaudeTurn, PlacedBlock } from './claude-turns.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'

const USER_ONLY = ['image', 'tool_result', 'container_upload']
const ASSISTANT_ONLY = ['thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'mcp_tool_use']
const ANYWHERE = [
  'text',
  'document',
  'search_result',
  'compaction',
  'fallback',
  'mcp_tool_result',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
]

/** First version of the API that refuses some block types. */
const STRICTER_SINCE = '2026-10-21'

/**
 * Checks type, position, required fields and non-empty content of each block.
 * @throws {Refusal}
 */
export function checkBlocks(turns: readonly ClaudeTurn[], version: string): void {
  for (const turn of turns) for (const placed of turn.blocks) checkBlock(placed, turn.role, version)
}

function checkBlock({ block, path }: PlacedBlock, role: string, version: string): void {
  const type = String(block.type)
  const allowed = [...ANYWHERE, ...(role === 'assistant' ? ASSISTANT_ONLY : USER_ONLY)]
  if (![...USER_ONLY, ...ASSISTANT_ONLY, ...ANYWHERE].includes(type)) {
    throw new Refusal(`${path}: Input tag '${type}' found using 'type' does not match any of the expected tags`)
  }
  if (!allowed.includes(type)) throw new Refusal(`${path}: \`${type}\` blocks are not allowed in \`${role}\` messages`)
  if (type === 'text') checkText(block, path)
  if (type === 'image' && !isObject(block.source)) throw new Refusal(`${path}.image.source: Field required`)
  if (type === 'tool_use') checkToolUse(block, path)
  if (type === 'tool_result') checkToolResult(block, path)
  if (version < STRICTER_SINCE) return
  if (type === 'document' && role === 'assistant') {
    throw new Refusal(`${path}: \`document\` blocks are not allowed in \`assistant\` messages`)
  }
  if (type === 'text' && role === 'user' && Array.isArray(block.citations) && block.citations.length > 0) {
    throw new Refusal(`${path}.text.citations: citations are not allowed in \`user\` messages`)
  }
}

function checkText({ text }: JsonObject, path: string): void {
  if (typeof text !== 'string') throw new Refusal(`${path}.text.text: Input should be a valid string`)
  if (text === '') throw new Refusal('messages: text content blocks must be non-empty')
  if (text.trim() === '') throw new Refusal('messages: text content blocks must contain non-whitespace text')
}

function checkToolUse({ id, name, input }: JsonObject, path: string): void {
  if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
    throw new Refusal(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  }
  if (typeof name !== 'string') throw new Refusal(`${path}.tool_use.name: Field required`)
  if (!isObject(input)) throw new Refusal(`${path}.tool_use.input: Input should be a valid dictionary`)
}

function checkToolResult({ tool_use_id: id, content }: JsonObject, path: string): void {
  if (typeof id !== 'string') throw new Refusal(`${path}.tool_result.tool_use_id: Field required`)
  if (!Array.isArray(content)) return
  for (const [index, inner] of content.entries()) {
    const innerPath = `${path}.tool_result.content.${index}`
    if (!isObject(inner)) throw new Refusal(`${innerPath}: Input should be an object`)
    if (inner.type === 'text') checkText(inner, innerPath)
  }
}
