import type { Variables } from '../config/environment.ts'
import type { Places } from '../config/places.ts'
import { AGENTS, type Agent } from '../hooks/agents.ts'
import { settingsPath } from './agent-settings.ts'
import { isOwnPlugin } from './opencode-plugin.ts'
import { ownCommands } from './remove-hooks.ts'
import { readSettingsFile } from './settings-file.ts'

/** Whether an agent has our hooks, and where they are or would be. */
export interface Installation {
  readonly agent: Agent
  readonly state: 'installed' | 'not installed' | 'not readable'
  readonly file: string
}

/** All agents with what is installed for them. */
export function listInstallations(places: Places, variables: Variables): Installation[] {
  return AGENTS.map((agent) => {
    const file = settingsPath(agent, places, variables)
    return { agent, state: stateOf(agent, file), file }
  })
}

function stateOf(agent: Agent, path: string): Installation['state'] {
  try {
    const { text } = readSettingsFile(path)
    const isInstalled = agent === 'opencode' ? isOwnPlugin(text) : ownCommands(text).length > 0
    return isInstalled ? 'installed' : 'not installed'
  } catch {
    return 'not readable'
  }
}
