import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { UserPaths } from '../config/user-paths.ts'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { isObject } from '../transcript/json-value.ts'
import type { Agent } from './agents.ts'

/** The newest view of a session, stored for its next start. */
export interface StoredView {
  /** Id of the view. The text contains it too, so that it can be found in a transcript. */
  readonly id: string
  readonly agent: Agent
  readonly sessionId: string
  readonly cwd: string
  readonly transcriptPath: string
  /** Time of its creation, in Unix milliseconds. */
  readonly at: number
  readonly by: 'server' | 'local'
  readonly whyLocal?: string
  readonly text: string
  /** Time at which the agent last got it, in Unix milliseconds. */
  readonly deliveredAt?: number
}

const KEPT_MS = 30 * 24 * 3_600_000

/** Stores a view, readable by the user alone. It replaces the session's earlier view. */
export function storeView(paths: UserPaths, view: StoredView): void {
  const path = fileOf(paths, view)
  writeFileWhole(path, JSON.stringify(view), 0o600)
  // The age of the file is that of the view, so that a delivery does not renew it.
  utimesSync(path, view.at / 1000, view.at / 1000)
}

/** Removes the view of a session, if one is stored. */
export function removeView(paths: UserPaths, session: Pick<StoredView, 'agent' | 'sessionId'>): void {
  rmSync(fileOf(paths, session), { force: true })
}

/** Removes the views that are older than 30 days. `now` is in Unix milliseconds. */
export function removeOldViews(paths: UserPaths, now: number): void {
  for (const path of viewFiles(paths)) {
    try {
      if (statSync(path).mtimeMs < now - KEPT_MS) rmSync(path)
    } catch {}
  }
}

/** The view of a session; undefined without one. */
export function findView(paths: UserPaths, session: Pick<StoredView, 'agent' | 'sessionId'>): StoredView | undefined {
  return readView(fileOf(paths, session))
}

/** All stored views, newest first. */
export function listViews(paths: UserPaths): StoredView[] {
  const views = viewFiles(paths).map((path) => (path.endsWith('.json') ? readView(path) : undefined))
  return views.filter((view) => view !== undefined).sort((left, right) => right.at - left.at)
}

function viewFiles(paths: UserPaths): string[] {
  const folder = folderOf(paths)
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readView(path: string): StoredView | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(value) && typeof value.text === 'string' && typeof value.at === 'number'
      ? (value as unknown as StoredView)
      : undefined
  } catch {
    return undefined
  }
}

/** The file of a session. Its name is a hash, because an agent's session id may contain any character. */
function fileOf(paths: UserPaths, { agent, sessionId }: Pick<StoredView, 'agent' | 'sessionId'>): string {
  const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32)
  return join(folderOf(paths), `${name}.json`)
}

function folderOf(paths: UserPaths): string {
  return join(paths.stateDirectory, 'views')
}
