import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { AGENTS, type Agent } from '../hooks/agents.ts'
import { settingsPath } from './agent-settings.ts'
import { isOwnPlugin } from './opencode-plugin.ts'
import { ownHooks } from './remove-hooks.ts'
import { readSettingsFile } from './settings-file.ts'

/** The state of Pleat's hooks for an agent, and the path of their file. */
export interface Installation {
  readonly agent: Agent
  readonly state: 'installed' | 'not installed' | 'not readable'
  readonly file: string
}

/** The installations of all agents. */
export function listInstallations(paths: UserPaths, variables: Variables): Installation[] {
  return AGENTS.map((agent) => {
    const file = settingsPath(agent, paths, variables)
    return { agent, state: stateOf(agent, file), file }
  })
}

function stateOf(agent: Agent, path: string): Installation['state'] {
  try {
    const { text } = readSettingsFile(path)
    const isInstalled = agent === 'opencode' ? isOwnPlugin(text) : ownHooks(text).length > 0
    return isInstalled ? 'installed' : 'not installed'
  } catch {
    return 'not readable'
  }
}
