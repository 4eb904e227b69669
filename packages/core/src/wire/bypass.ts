import type { MessageShape, WireFormat } from '../conversation.ts'
import { type Fields, isFields, isPresent } from '../json.ts'

/** Fields of the messages wire that refer to state at the provider, which a rewritten history would contradict. */
const STATEFUL_FIELDS = ['thread', 'compaction', 'container', 'fallback_credit_token']

/** Returns the reason, as a short token, why a well-formed request must be sent unchanged. Undefined if it may be rewritten. */
export function findBypass(format: WireFormat, top: Fields, shapes: readonly MessageShape[]): string | undefined {
  if (format === 'openai-chat') return undefined
  if (format === 'openai-responses') return findResponsesBypass(top, shapes)
  for (const field of STATEFUL_FIELDS) if (top[field] !== undefined && top[field] !== null) return field
  if (managesContext(top.context_management)) return 'context_management'
  if (isPresent(top.mcp_servers)) return 'mcp_servers'
  if (top.max_tokens === 0) return 'max_tokens'
  return shapes.some(holdsCompaction) ? 'compaction' : undefined
}

/** Clearing old thinking is compatible with a fold, and Claude Code always requests it. Other edits count messages. */
function managesContext(value: unknown): boolean {
  if (value === undefined || value === null) return false
  const edits = (value as { edits?: unknown }).edits ?? []
  if (!Array.isArray(edits)) return true
  return edits.some((edit: unknown) => {
    const type = (edit as { type?: unknown } | null)?.type
    return typeof type !== 'string' || !type.startsWith('clear_thinking_')
  })
}

/** Fields of the responses wire whose items the provider adds or compacts itself. */
const PROVIDER_FIELDS = ['previous_response_id', 'conversation', 'prompt', 'context_management', 'multi_agent']

/** Types of items after which only the provider has the whole history. */
const PROVIDER_ITEMS: Readonly<Record<string, string>> = {
  item_reference: 'item_reference',
  compaction_trigger: 'compaction_trigger',
  agent_message: 'multi_agent',
  multi_agent_call: 'multi_agent',
  multi_agent_call_output: 'multi_agent',
}

function findResponsesBypass(top: Fields, shapes: readonly MessageShape[]): string | undefined {
  for (const field of PROVIDER_FIELDS) if (isPresent(top[field])) return field
  const cache = top.prompt_cache_options
  if (isFields(cache) && cache.prewarm === true) return 'prewarm'
  let hasCalls = false
  for (const { parts } of shapes) {
    for (const part of parts) {
      hasCalls ||= part.kind === 'tool-call'
      if (part.kind === 'opaque' && Object.hasOwn(PROVIDER_ITEMS, part.type)) return PROVIDER_ITEMS[part.type]
    }
  }
  // A client that asks for a summary of its session sends no tools.
  return hasCalls && Array.isArray(top.tools) && top.tools.length === 0 ? 'compaction' : undefined
}

/** True if the provider's own summary of the earlier history is part of a message. */
export function holdsCompaction(shape: MessageShape): boolean {
  return shape.parts.some((part) => part.kind === 'opaque' && part.type === 'compaction')
}
