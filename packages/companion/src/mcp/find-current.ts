import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { listViews } from '../hooks/stored-view.ts'
import { claudeFolder } from '../install/agent-settings.ts'
import { readJsonLines } from '../transcript/json-lines.ts'
import { stringAt } from '../transcript/json-value.ts'

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
  return [...claudeTranscripts(folder, paths, variables), ...hooked]
    .map((path) => ({ path, at: changedAt(path) }))
    .filter(({ at }) => at > 0)
    .sort((left, right) => right.at - left.at)
    .find(({ path }) => !isOfNamesake(path, folder))?.path
}

/**
 * The transcript of the session whose stored view has this id.
 * @throws {Error} when no such view is stored, or when its agent writes no transcript.
 */
export function findTranscriptOfView(id: string, paths: UserPaths): string {
  const view = listViews(paths).find((each) => each.id === id)
  if (!view) throw new Error(`no view with the id ${id} is stored; name a transcript with "transcript"`)
  if (!view.transcriptPath) throw new Error(`the view ${id} has no transcript: ${view.agent} writes none`)
  return view.transcriptPath
}

/** Claude Code's transcripts of a project. */
function claudeTranscripts(folder: string, paths: UserPaths, variables: Variables): string[] {
  const project = join(claudeFolder(paths, variables), 'projects', projectName(folder))
  try {
    return readdirSync(project)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith(SUB_AGENT))
      .map((name) => join(project, name))
  } catch {
    return []
  }
}

/** The name of Claude Code's folder for a project: its path with `-` for every character but letters and digits. */
function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

/** Bytes at the beginning of a transcript that are searched for the session's folder. */
const START_BYTES = 262_144

/** True if a transcript is of another folder with the same project name, such as `my_app` beside `my-app`. */
function isOfNamesake(path: string, folder: string): boolean {
  const folders = readJsonLines(readStart(path)).map((record) => stringAt(record, 'cwd'))
  const own = folders.find((cwd) => cwd !== undefined && projectName(cwd) === projectName(folder))
  return own !== undefined && own !== folder
}

/** The beginning of a file; empty if it cannot be read. */
function readStart(path: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const bytes = Buffer.alloc(START_BYTES)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
