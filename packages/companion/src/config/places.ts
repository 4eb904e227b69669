import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Variables } from './environment.ts'

/** Where this command keeps its files. */
export interface Places {
  readonly home: string
  /** Base of other programs' settings too: XDG_CONFIG_HOME. */
  readonly configHome: string
  /** Server address and key. */
  readonly accountFile: string
  /** Views of compacted conversations, savings, backups of settings files. */
  readonly stateDirectory: string
}

/** The user's folders: XDG_CONFIG_HOME and XDG_STATE_HOME where they are absolute, else below the home folder. */
export function findPlaces(variables: Variables): Places {
  const home = variables.HOME || homedir()
  const configHome = absoluteOr(variables.XDG_CONFIG_HOME, join(home, '.config'))
  const stateHome = absoluteOr(variables.XDG_STATE_HOME, join(home, '.local', 'state'))
  return {
    home,
    configHome,
    accountFile: join(configHome, 'pleat', 'account.json'),
    stateDirectory: join(stateHome, 'pleat'),
  }
}

/** Relative folders in these variables are to be ignored, says their specification. */
function absoluteOr(value: string | undefined, fallback: string): string {
  return value && isAbsolute(value) ? value : fallback
}
