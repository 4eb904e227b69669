import { isObject } from '../transcript/json-value.ts'

/** Events that are hooked, and what they are matched by. */
export const HOOKED_EVENTS: Readonly<Record<string, string>> = {
  PreCompact: 'manual|auto',
  SessionStart: 'compact|resume',
}

/** Seconds after which agents kill a hook. The hook's own deadline is shorter. */
const TIMEOUT_SECONDS = 10

/** By this an entry is known to be ours, however the command is called. */
const MARK = '--installed-by=pleat'

/** The command of a hook, as a shell takes it. */
export function hookCommand(program: string, agent: string, isLocal: boolean): string {
  return `${program} hook ${agent} ${isLocal ? '--local ' : ''}${MARK}`
}

/** The entry of one event. */
export function hookEntry(matcher: string, command: string): object {
  return { matcher, hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }] }
}

/** The command in an entry of ours; undefined for entries of others. */
export function ownCommand(entry: unknown): string | undefined {
  const hooks = isObject(entry) && Array.isArray(entry.hooks) ? entry.hooks : []
  if (hooks.length !== 1) return undefined
  const command: unknown = isObject(hooks[0]) ? hooks[0].command : undefined
  return typeof command === 'string' && command.includes(MARK) ? command : undefined
}
