import { isAbsolute } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import type { Agent } from '../hooks/agents.ts'
import { addHooks } from './add-hooks.ts'
import { settingsPath } from './agent-settings.ts'
import { type Backup, hashOf, readBackup } from './backup.ts'
import { hookOf } from './hook-entries.ts'
import { isOwnPlugin, opencodePlugin } from './opencode-plugin.ts'
import { shellLine } from './program-words.ts'
import { type Containers, containersOf, NO_CONTAINERS, ownHooks, removeHooks } from './remove-hooks.ts'
import { SettingsError } from './settings-error.ts'
import { checkWritable, readSettingsFile, type SettingsFile } from './settings-file.ts'

/** A planned change of a file. */
export interface Plan {
  readonly agent: Agent
  readonly file: SettingsFile
  /** The new text; undefined to remove the file. Equal to the old text if there is nothing to do. */
  readonly after: string | undefined
  /** Original bytes to write instead of `after`; undefined: remove the file; null: write `after`. */
  readonly restored: Buffer | undefined | null
  /** The backup to store: the file without Pleat's entries, and the user's own objects and lists. */
  readonly backup: Omit<Backup, 'afterHash'>
}

export interface PlanOptions {
  readonly agent: Agent
  readonly paths: UserPaths
  readonly variables: Variables
}

/**
 * Plans an installation. Nothing changes if the same hooks are installed. Hooks with another command or timeout are
 * replaced.
 * @throws {SettingsError} when the file must not be changed; the message gives the reason.
 */
export function planInstall(options: PlanOptions & { words: readonly string[]; isLocal: boolean }): Plan {
  const { agent, words, isLocal } = options
  const path = settingsPath(agent, options.paths, options.variables)
  return explained(path, () => {
    const file = readSettingsFile(path)
    const known = backupOf(options, file)
    const kept = known?.kept ?? containersOfOthers(agent, file.text)
    const without = agent === 'opencode' ? '' : removeHooks(file.text, kept)
    const isKnown = known && hashOf(file.bytes ?? '') === known.afterHash
    const before = isKnown ? known.before : beforeBytes(agent, file, without)
    const backup = { file: file.path, before, kept: agent === 'opencode' ? kept : containersOf(without) }
    const after = agent === 'opencode' ? plugin(file, words, isLocal) : withHooks(file, without, options)
    if (after !== file.text) checkWritable(file)
    return { agent, file, after, restored: null, backup }
  })
}

/**
 * Plans the removal. A file that was not changed since the installation gets its original bytes back. From a changed file, only
 * Pleat's entries are removed. The opencode plugin is removed in any case.
 * @throws {SettingsError} when the file must not be changed; the message gives the reason.
 */
export function planUninstall(options: PlanOptions): Plan {
  const { agent } = options
  const path = settingsPath(agent, options.paths, options.variables)
  return explained(path, () => {
    const file = readSettingsFile(path)
    const known = backupOf(options, file)
    const kept = known?.kept ?? NO_CONTAINERS
    const backup = { file: file.path, before: known?.before, kept }
    const isInstalled = agent === 'opencode' ? isOwnPlugin(file.text) : ownHooks(file.text).length > 0
    if (!isInstalled) return { agent, file, after: file.text, restored: null, backup }
    checkWritable(file)
    if (known && hashOf(file.bytes ?? '') === known.afterHash) {
      const after = known.before?.toString('utf8').slice(file.mark.length)
      return { agent, file, after, restored: known.before, backup }
    }
    const after = agent === 'opencode' ? undefined : removeHooks(file.text, kept)
    return { agent, file, after, restored: after === undefined ? undefined : null, backup }
  })
}

function backupOf({ paths, agent }: PlanOptions, file: SettingsFile): Backup | undefined {
  return readBackup(paths, agent, file.path)
}

/**
 * Without a backup: the objects and lists in the file belong to the user, or all to Pleat if its hooks are already
 * installed.
 */
function containersOfOthers(agent: Agent, text: string): Containers {
  const isOurs = agent === 'opencode' || ownHooks(text).length > 0
  return isOurs ? NO_CONTAINERS : containersOf(text)
}

function beforeBytes(agent: Agent, file: SettingsFile, without: string): Buffer | undefined {
  // The file contains only the plugin: without Pleat, it does not exist.
  if (agent === 'opencode') return undefined
  if (without === file.text) return file.bytes
  return Buffer.from(`${file.mark}${without}`)
}

function withHooks(
  file: SettingsFile,
  without: string,
  { agent, words, isLocal }: { agent: Agent; words: readonly string[]; isLocal: boolean },
): string {
  const hook = hookOf(agent, shellLine(words), isLocal)
  const own = ownHooks(file.text)
  const isSame = own.every(({ command, timeout }) => command === hook.command && timeout === hook.timeout)
  if (own.length === 2 && isSame) return file.text
  const after = addHooks(without, hook)
  // Hooks that cannot be found again cannot be removed.
  if (ownHooks(after).length !== 2) throw new SettingsError('has a form in which hooks cannot be added safely')
  return after
}

function plugin(file: SettingsFile, words: readonly string[], isLocal: boolean): string {
  if (file.bytes !== undefined && !isOwnPlugin(file.text)) {
    throw new SettingsError('exists and is not a plugin of Pleat; move it away first')
  }
  return opencodePlugin(words, isLocal)
}

function explained<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const reason = isAbsolute(error.message) ? error.message : `${path} ${error.message}`
    throw new SettingsError(`${reason}; nothing was changed`, { cause: error })
  }
}
