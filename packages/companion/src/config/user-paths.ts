import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Variables } from './environment.ts'

/** Paths of the user's files. */
export interface UserPaths {
  readonly home: string
  /** XDG_CONFIG_HOME, which also contains other programs' settings. */
  readonly configHome: string
  /** Server address and key. */
  readonly accountFile: string
  /** Views of compacted conversations, savings, backups of settings files. */
  readonly stateDirectory: string
}

/** The user's paths, from XDG_CONFIG_HOME and XDG_STATE_HOME if they are absolute, else below the home folder. */
export function userPaths(variables: Variables): UserPaths {
  const home = homeFolder(variables)
  const configHome = absoluteOr(variables.XDG_CONFIG_HOME, join(home, '.config'))
  const stateHome = absoluteOr(variables.XDG_STATE_HOME, join(home, '.local', 'state'))
  return {
    home,
    configHome,
    accountFile: join(configHome, 'pleat', 'account.json'),
    stateDirectory: join(stateHome, 'pleat'),
  }
}

/** HOME if it is absolute, else the home folder that the system knows. On Windows, agents do not use HOME. */
function homeFolder(variables: Variables): string {
  if (process.platform !== 'win32' && variables.HOME && isAbsolute(variables.HOME)) return variables.HOME
  // `homedir` returns an empty or relative HOME unchanged. Keys would be written below the current folder.
  const home = homedir()
  return isAbsolute(home) ? home : userInfo().homedir
}

/** The XDG specification requires that relative paths are ignored. */
function absoluteOr(value: string | undefined, fallback: string): string {
  return value && isAbsolute(value) ? value : fallback
}
