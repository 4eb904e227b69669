import { isObject } from '../transcript/json-value.ts'

/** Events with a hook, and their matchers. */
export const HOOKED_EVENTS: Readonly<Record<string, string>> = {
  PreCompact: 'manual|auto',
  SessionStart: 'compact|resume',
}

/** Seconds after which agents kill a hook. The hook's own deadline is shorter. */
const TIMEOUT_SECONDS = 10

/** Argument that identifies Pleat's entries independently of the command's path. */
const MARK = '--installed-by=pleat'

/** The shell command of a hook. */
export function hookCommand(program: string, agent: string, isLocal: boolean): string {
  return `${program} hook ${agent} ${isLocal ? '--local ' : ''}${MARK}`
}

/** The entry of one event. */
export function hookEntry(matcher: string, command: string): object {
  return { matcher, hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }] }
}

/** The command of a hook of Pleat; undefined for other hooks. */
export function ownCommand(hook: unknown): string | undefined {
  const command: unknown = isObject(hook) ? hook.command : undefined
  return typeof command === 'string' && command.includes(MARK) ? command : undefined
}
