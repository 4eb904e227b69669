import type { Places } from '../config/places.ts'
import { hashOf, readBackup, removeBackup, writeBackup } from './backup.ts'
import type { Plan } from './plan.ts'
import { readSettingsFile, restoreSettings, writeSettings } from './settings-file.ts'

/** Does what `planInstall` planned: the backup first, then the file. */
export function carryOutInstall(plan: Plan, places: Places): void {
  const { agent, file, after = '', backup } = plan
  if (after === file.text) return
  const previous = readBackup(places, agent, file.path)
  const mark = file.bytes?.subarray(0, 3).toString('utf8') === '\ufeff' ? '\ufeff' : ''
  writeBackup(places, agent, { ...backup, afterHash: hashOf(`${mark}${after}`) })
  try {
    writeSettings(file, after)
  } catch (error) {
    if (previous) writeBackup(places, agent, previous)
    else removeBackup(places, agent)
    throw error
  }
}

/** Does what `planUninstall` planned, and forgets the backup when the file is what it was. */
export function carryOutUninstall(plan: Plan, places: Places): void {
  const { agent, file, after, restored } = plan
  if (after === file.text) return
  if (restored === null) writeSettings(file, after ?? '')
  else restoreSettings(file, restored)
  const { bytes } = readSettingsFile(file.path)
  const isAsBefore = Buffer.compare(bytes ?? Buffer.alloc(0), plan.backup.before ?? Buffer.alloc(0)) === 0
  if (isAsBefore || restored !== null) removeBackup(places, agent)
}
