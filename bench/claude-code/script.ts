import type { JsonObject } from '../../test/stand-in/json-object.ts'
import type { Answer, ScriptedCall } from '../../test/stand-in/scripted-answer.ts'

/** A prompt, the tool calls that follow it one by one, and the final answer. */
export interface ScriptedPrompt {
  readonly text: string
  readonly calls: readonly ScriptedCall[]
  readonly lastWord: string
}

/** A conversation of several prompts. */
export interface ScriptedSession {
  readonly name: string
  readonly model: string
  readonly hasThinking: boolean
  readonly prompts: readonly ScriptedPrompt[]
  /** True if it is long enough for savings. */
  readonly isFolded: boolean
}

/** The next step of a prompt after `done` answered calls: a call, or the final answer. */
export function nextStep(session: ScriptedSession, prompt: ScriptedPrompt, done: number): Answer {
  const call = prompt.calls[done]
  const thinking = session.hasThinking ? { thinking: `Step ${done + 1} of ${prompt.calls.length + 1}.` } : {}
  if (!call) return { ...thinking, text: prompt.lastWord }
  return { ...thinking, text: `I continue with step ${done + 1}.`, toolCalls: [call] }
}

/** True if a request belongs to the agent's conversation. Requests for titles and similar texts have no tools for commands. */
export function hasTools(body: JsonObject): boolean {
  const tools = Array.isArray(body.tools) ? (body.tools as JsonObject[]) : []
  return tools.some(({ name }) => name === 'Bash')
}

/** The tool results in the newest user message, as JSON texts. */
export function newestResults(body: JsonObject): string[] {
  const content = (body.messages as JsonObject[]).findLast(({ role }) => role === 'user')?.content
  if (!Array.isArray(content)) return []
  return (content as JsonObject[]).filter(({ type }) => type === 'tool_result').map((block) => JSON.stringify(block))
}
