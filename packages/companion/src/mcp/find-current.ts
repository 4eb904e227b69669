import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { listViews } from '../hooks/stored-view.ts'
import { claudeFolder } from '../install/agent-settings.ts'

/** Beginning of the names of sub-agents' transcripts, which Claude Code before 2.1.2 writes into the same folder. */
const SUB_AGENT = 'agent-'

/**
 * The transcript of the current conversation in a folder: the newest of Claude Code's transcripts and of those that hooks have
 * reported. Undefined without any.
 */
export function findCurrentTranscript(folder: string, paths: UserPaths, variables: Variables): string | undefined {
  const hooked = listViews(paths)
    .filter(({ cwd, transcriptPath }) => cwd === folder && transcriptPath)
    .map(({ transcriptPath }) => transcriptPath)
  const [newest] = [...claudeTranscripts(folder, paths, variables), ...hooked]
    .map((path) => ({ path, at: changedAt(path) }))
    .filter(({ at }) => at > 0)
    .sort((left, right) => right.at - left.at)
  return newest?.path
}

/** Claude Code's transcripts of a project. Their folder is the path with `-` for every character but letters and digits. */
function claudeTranscripts(folder: string, paths: UserPaths, variables: Variables): string[] {
  const project = join(claudeFolder(paths, variables), 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-'))
  try {
    return readdirSync(project)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith(SUB_AGENT))
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
