import type { JsonObject } from '../../test/stand-in/json-object.ts'
import type { Answer, ScriptedCall } from '../../test/stand-in/scripted-answer.ts'

/** What a person asks, the tools that are called for it one by one, and what is said in the end. */
export interface ScriptedPrompt {
  readonly text: string
  readonly calls: readonly ScriptedCall[]
  readonly lastWord: string
}

/** Some prompts in one conversation. */
export interface ScriptedSession {
  readonly name: string
  readonly model: string
  readonly hasThinking: boolean
  readonly prompts: readonly ScriptedPrompt[]
  /** Whether it is long enough for something to be saved. */
  readonly isFolded: boolean
}

/** The next step for a prompt of which `done` calls have been answered; requests without tools want something else. */
export function nextStep(session: ScriptedSession, prompt: ScriptedPrompt, done: number): Answer {
  const call = prompt.calls[done]
  const thinking = session.hasThinking ? { thinking: `Step ${done + 1} of ${prompt.calls.length + 1}.` } : {}
  if (!call) return { ...thinking, text: prompt.lastWord }
  return { ...thinking, text: `I go on with step ${done + 1}.`, toolCalls: [call] }
}

/** Whether a request belongs to a conversation that can run commands, and not to a title or the like. */
export function hasTools(body: JsonObject): boolean {
  const tools = Array.isArray(body.tools) ? (body.tools as JsonObject[]) : []
  return tools.some(({ name }) => name === 'Bash')
}

/** The tool results in the newest message, as JSON texts. */
export function newestResults(body: JsonObject): string[] {
  const content = (body.messages as JsonObject[]).findLast(({ role }) => role === 'user')?.content
  if (!Array.isArray(content)) return []
  return (content as JsonObject[]).filter(({ type }) => type === 'tool_result').map((block) => JSON.stringify(block))
}
