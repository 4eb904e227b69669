import { isAbsolute, join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import type { Agent } from '../hooks/agents.ts'

/** Path of the file from which an agent loads hooks or the plugin. */
export function settingsPath(agent: Agent, paths: UserPaths, variables: Variables): string {
  switch (agent) {
    case 'claude-code':
      return join(claudeFolder(paths, variables), 'settings.json')
    case 'codex':
      return join(folderOr(variables.CODEX_HOME, join(paths.home, '.codex')), 'hooks.json')
    case 'qwen-code':
      return join(folderOr(variables.QWEN_HOME, join(paths.home, '.qwen')), 'settings.json')
    case 'opencode':
      return join(folderOr(variables.OPENCODE_CONFIG_DIR, join(paths.configHome, 'opencode')), 'plugins', 'pleat.js')
  }
}

/** The folder of Claude Code's settings and transcripts. */
export function claudeFolder(paths: UserPaths, variables: Variables): string {
  return folderOr(variables.CLAUDE_CONFIG_DIR, join(paths.home, '.claude'))
}

function folderOr(given: string | undefined, fallback: string): string {
  return given && isAbsolute(given) ? given : fallback
}
