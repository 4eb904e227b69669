import type { Agent } from '../hooks/agents.ts'
import { isObject } from '../transcript/json-value.ts'

/** Events with a hook, and their matchers. */
export const HOOKED_EVENTS: Readonly<Record<string, string>> = {
  PreCompact: 'manual|auto',
  SessionStart: 'compact|resume',
}

/** The members of Pleat's hooks. */
export interface OwnHook {
  readonly command: string
  /** Time after which the agent kills the hook, in the agent's unit. */
  readonly timeout: number
}

/** Seconds after which agents kill a hook. The hook's own deadline is shorter. */
const TIMEOUT_SECONDS = 10

/** Argument that identifies Pleat's entries independently of the command's path. */
const MARK = '--installed-by=pleat'

/** The hook of an agent that runs `program`, a part of a shell command line. */
export function hookOf(agent: Agent, program: string, isLocal: boolean): OwnHook {
  return {
    command: `${program} hook ${agent} ${isLocal ? '--local ' : ''}${MARK}`,
    // Earlier versions of Qwen Code read milliseconds, and later ones still do from 1,000 on.
    timeout: agent === 'qwen-code' ? TIMEOUT_SECONDS * 1000 : TIMEOUT_SECONDS,
  }
}

/** The entry of one event. */
export function hookEntry(matcher: string, { command, timeout }: OwnHook): object {
  return { matcher, hooks: [{ type: 'command', command, timeout }] }
}

/** A hook of Pleat in settings, of this or another version. */
export interface InstalledHook {
  readonly command: string
  readonly timeout?: unknown
}

/** True for a hook of Pleat. */
export function isOwnHook(hook: unknown): hook is InstalledHook {
  return isObject(hook) && typeof hook.command === 'string' && hook.command.includes(MARK)
}
