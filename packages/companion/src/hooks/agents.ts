/** The supported coding agents. */
export const AGENTS = ['claude-code', 'codex', 'qwen-code', 'opencode'] as const

export type Agent = (typeof AGENTS)[number]

/** True if `name` is a supported agent. */
export function isAgent(name: unknown): name is Agent {
  return (AGENTS as readonly unknown[]).includes(name)
}

/**
 * Longest context that agents accept from a hook. They write a longer one to a file and show only its ends. Codex counts bytes
 * (2,500 tokens of 4 bytes), the others count characters.
 */
export const MAX_CONTEXT = 10_000

/** The length of a text in the agent's unit. */
export function contextLength(agent: Agent, text: string): number {
  return agent === 'codex' ? Buffer.byteLength(text) : text.length
}
