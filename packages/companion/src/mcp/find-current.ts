import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { Places } from '../config/places.ts'
import { listViews } from '../hooks/stored-view.ts'

/**
 * The transcript of the conversation that is going on in a folder: the newest of Claude Code's for it and of those
 * that hooks were told of there. Undefined when there is none.
 */
export function findCurrentTranscript(folder: string, places: Places, variables: Variables): string | undefined {
  const hooked = listViews(places)
    .filter(({ cwd, transcriptPath }) => cwd === folder && transcriptPath)
    .map(({ transcriptPath }) => transcriptPath)
  const [newest] = [...claudeTranscripts(folder, places, variables), ...hooked]
    .map((path) => ({ path, at: changedAt(path) }))
    .filter(({ at }) => at > 0)
    .sort((left, right) => right.at - left.at)
  return newest?.path
}

/** Claude Code names the folder of a project by its path, with dashes for all that is no letter or digit. */
function claudeTranscripts(folder: string, places: Places, variables: Variables): string[] {
  const base = variables.CLAUDE_CONFIG_DIR || join(places.home, '.claude')
  const project = join(base, 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-'))
  try {
    return readdirSync(project)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(project, name))
  } catch {
    return []
  }
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
