import type { ClaudeTurn } from './claude-turns.ts'
import type { JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'

/**
 * Checks that each call has exactly one result at the start of the next turn, and each result its call.
 * @throws {Refusal}
 */
export function checkToolPairs(turns: readonly ClaudeTurn[]): void {
  const known = new Set<unknown>()
  let called: readonly unknown[] = []
  for (const turn of turns) {
    const answered = checkResults(turn, called)
    const unanswered = called.filter((id) => !answered.has(id))
    if (unanswered.length > 0) throw unansweredCalls(turn.index - 1, unanswered)
    called = blocksOf(turn, 'tool_use').map(({ id }) => id)
    for (const id of called) {
      if (known.has(id)) throw new Refusal('messages: `tool_use` ids must be unique')
      known.add(id)
    }
  }
  if (called.length > 0) throw unansweredCalls(turns.at(-1)!.index, called)
}

function checkResults(turn: ClaudeTurn, called: readonly unknown[]): ReadonlySet<unknown> {
  const answered = new Set<unknown>()
  let hasOther = false
  for (const { block, path } of turn.blocks) {
    if (block.type !== 'tool_result') {
      hasOther = true
      continue
    }
    const { tool_use_id: id } = block
    if (!called.includes(id)) {
      throw new Refusal(
        `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      )
    }
    if (answered.has(id)) {
      throw new Refusal(
        `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      )
    }
    // The API does not count results after other content as immediately following the calls.
    if (hasOther) throw unansweredCalls(turn.index - 1, [id])
    answered.add(id)
  }
  return answered
}

function unansweredCalls(index: number, ids: readonly unknown[]): Refusal {
  return new Refusal(
    `messages.${Math.max(0, index)}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  )
}

function blocksOf(turn: ClaudeTurn, type: string): JsonObject[] {
  return turn.blocks.map(({ block }) => block).filter((block) => block.type === type)
}
