import type { UserPaths } from '../config/user-paths.ts'
import { hashOf, readBackup, removeBackup, writeBackup } from './backup.ts'
import type { Plan } from './plan.ts'
import { readSettingsFile, restoreSettings, writeSettings } from './settings-file.ts'

/** Executes a plan of `planInstall`: writes the backup, then the file. */
export function carryOutInstall(plan: Plan, paths: UserPaths): void {
  const { agent, file, after = '', backup } = plan
  if (after === file.text) return
  const previous = readBackup(paths, agent, file.path)
  writeBackup(paths, agent, { ...backup, afterHash: hashOf(`${file.mark}${after}`) })
  try {
    writeSettings(file, after)
  } catch (error) {
    if (previous) writeBackup(paths, agent, previous)
    else removeBackup(paths, agent)
    throw error
  }
}

/** Executes a plan of `planUninstall`, and removes the backup unless the file keeps other changes. */
export function carryOutUninstall(plan: Plan, paths: UserPaths): void {
  const { agent, file, after, restored } = plan
  if (after === file.text) return
  if (restored === null) writeSettings(file, after ?? '')
  else restoreSettings(file, restored)
  const { bytes } = readSettingsFile(file.path)
  const isAsBefore = Buffer.compare(bytes ?? Buffer.alloc(0), plan.backup.before ?? Buffer.alloc(0)) === 0
  if (isAsBefore || restored !== null) removeBackup(paths, agent)
}
