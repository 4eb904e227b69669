import { isAbsolute, join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { Places } from '../config/places.ts'
import type { Agent } from '../hooks/agents.ts'

/** The user's file in which an agent looks for hooks, or for a plugin. */
export function settingsPath(agent: Agent, places: Places, variables: Variables): string {
  switch (agent) {
    case 'claude-code':
      return join(folderOr(variables.CLAUDE_CONFIG_DIR, join(places.home, '.claude')), 'settings.json')
    case 'codex':
      return join(folderOr(variables.CODEX_HOME, join(places.home, '.codex')), 'hooks.json')
    case 'qwen-code':
      return join(folderOr(variables.QWEN_HOME, join(places.home, '.qwen')), 'settings.json')
    case 'opencode':
      return join(folderOr(variables.OPENCODE_CONFIG_DIR, join(places.configHome, 'opencode')), 'plugins', 'pleat.js')
  }
}

function folderOr(given: string | undefined, fallback: string): string {
  return given && isAbsolute(given) ? given : fallback
}
