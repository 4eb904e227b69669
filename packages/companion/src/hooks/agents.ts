/** The coding agents that this command works with. */
export const AGENTS = ['claude-code', 'codex', 'qwen-code', 'opencode'] as const

export type Agent = (typeof AGENTS)[number]

/** Whether it is the name of one of them. */
export function isAgent(name: unknown): name is Agent {
  return (AGENTS as readonly unknown[]).includes(name)
}

/**
 * Longest context that an agent takes from a hook; more is put into a file and shown by its ends. Codex counts a
 * quarter of the bytes as tokens, 2,500 at most; the others count characters.
 */
export const MOST_CONTEXT = 10_000

/** The length of a text as the agent counts it. */
export function contextLength(agent: Agent, text: string): number {
  return agent === 'codex' ? Buffer.byteLength(text) : text.length
}
