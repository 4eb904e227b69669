import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
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

/** Stores a view, readable by the user alone. It replaces the session's earlier view. Views older than 30 days are removed. */
export function storeView(paths: UserPaths, view: StoredView): void {
  writeFileWhole(fileOf(paths, view), JSON.stringify(view), 0o600)
  const folder = folderOf(paths)
  for (const name of readdirSync(folder)) {
    try {
      if (statSync(join(folder, name)).mtimeMs < view.at - KEPT_MS) rmSync(join(folder, name))
    } catch {}
  }
}

/** The view of a session; undefined without one. */
export function findView(paths: UserPaths, session: Pick<StoredView, 'agent' | 'sessionId'>): StoredView | undefined {
  return readView(fileOf(paths, session))
}

/** All stored views, newest first. */
export function listViews(paths: UserPaths): StoredView[] {
  const folder = folderOf(paths)
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {}
  const views = names.map((name) => readView(join(folder, name))).filter((view) => view !== undefined)
  return views.sort((left, right) => right.at - left.at)
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
