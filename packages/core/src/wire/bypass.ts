import type { MessageShape, WireFormat } from '../conversation.ts'
import type { Fields } from '../json.ts'

/** Fields of the messages wire that refer to state at the provider, which a rewritten history would contradict. */
const STATEFUL_FIELDS = ['thread', 'compaction', 'container', 'fallback_credit_token']

/** Why a well-formed request must go out as it came, as a short token; undefined when it may be rewritten. */
export function findBypass(format: WireFormat, top: Fields, shapes: readonly MessageShape[]): string | undefined {
  if (format !== 'anthropic-messages') return undefined
  for (const field of STATEFUL_FIELDS) if (top[field] !== undefined && top[field] !== null) return field
  if (managesContext(top.context_management)) return 'context_management'
  if (isPresent(top.mcp_servers)) return 'mcp_servers'
  if (top.max_tokens === 0) return 'max_tokens'
  return shapes.some(holdsCompaction) ? 'compaction' : undefined
}

/** Clearing old thinking goes well with a fold, and Claude Code asks for it always; any other edit counts our messages. */
function managesContext(value: unknown): boolean {
  if (value === undefined || value === null) return false
  const edits = (value as { edits?: unknown }).edits ?? []
  if (!Array.isArray(edits)) return true
  return edits.some((edit: unknown) => {
    const type = (edit as { type?: unknown } | null)?.type
    return typeof type !== 'string' || !type.startsWith('clear_thinking_')
  })
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

function holdsCompaction(shape: MessageShape): boolean {
  return shape.parts.some((part) => part.kind === 'opaque' && part.type === 'compaction')
}
