import { isObject, type JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'

/** A content block and its position in the body. */
export interface PlacedBlock {
  readonly block: JsonObject
  /** In the notation of errors: `messages.3.content.1`. */
  readonly path: string
}

/** Consecutive messages of one role, which the model reads as one turn. */
export interface ClaudeTurn {
  readonly role: string
  readonly blocks: readonly PlacedBlock[]
  /** Index of its first message. */
  readonly index: number
}

const ROLES = ['user', 'assistant', 'system']

/**
 * The messages as turns.
 * @throws {Refusal} for roles or contents that the API refuses.
 */
export function readTurns(messages: readonly unknown[]): readonly ClaudeTurn[] {
  const turns: { role: string; blocks: PlacedBlock[]; index: number }[] = []
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) throw new Refusal(`messages.${index}: Input should be an object`)
    const role = readRole(message, index)
    const isFinal = index === messages.length - 1
    // A system message with more fields may be empty, as that of Claude Code is after a compaction.
    const isSetting = role === 'system' && Object.keys(message).length > 2
    const blocks = readBlocks(message.content, index, isSetting || (isFinal && role === 'assistant'))
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks], index })
  }
  if (turns[0]?.role !== 'user') throw new Refusal('messages: first message must use the "user" role')
  return turns
}

function readRole({ role }: JsonObject, index: number): string {
  if (role === undefined) throw new Refusal(`messages.${index}.role: Field required`)
  if (typeof role === 'string' && ROLES.includes(role)) return role
  throw new Refusal(`messages.${index}.role: Input should be 'user', 'assistant' or 'system'`)
}

function readBlocks(content: unknown, index: number, mayBeEmpty: boolean): PlacedBlock[] {
  if (content === undefined) throw new Refusal(`messages.${index}.content: Field required`)
  if (typeof content === 'string') {
    if (content === '' && !mayBeEmpty) throw emptyContent(index)
    return content === '' ? [] : [{ block: { type: 'text', text: content }, path: `messages.${index}.content` }]
  }
  if (!Array.isArray(content)) throw new Refusal(`messages.${index}.content: Input should be a valid list`)
  if (content.length === 0 && !mayBeEmpty) throw emptyContent(index)
  return content.map((block: unknown, place) => {
    const path = `messages.${index}.content.${place}`
    if (!isObject(block)) throw new Refusal(`${path}: Input should be an object`)
    return { block, path }
  })
}

function emptyContent(index: number): Refusal {
  return new Refusal(
    `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
  )
}
