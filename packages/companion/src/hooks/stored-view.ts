import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '../config/places.ts'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { isObject } from '../transcript/json-value.ts'
import type { Agent } from './agents.ts'

/** The newest view of a session, as a hook keeps it for the next start. */
export interface StoredView {
  /** Stands in the text too, so that it can be found in a transcript. */
  readonly id: string
  readonly agent: Agent
  readonly sessionId: string
  readonly cwd: string
  readonly transcriptPath: string
  /** When it was made, in Unix milliseconds. */
  readonly at: number
  readonly by: 'server' | 'local'
  readonly whyLocal?: string
  readonly text: string
  /** When the agent was last told it, in Unix milliseconds. */
  readonly toldAt?: number
}

const KEPT_MS = 30 * 24 * 3_600_000

/** Keeps a view, readable by the user alone, in place of an earlier one of the session; views of last month go. */
export function storeView(places: Places, view: StoredView): void {
  writeFileWhole(fileOf(places, view), JSON.stringify(view), 0o600)
  const folder = folderOf(places)
  for (const name of readdirSync(folder)) {
    try {
      if (statSync(join(folder, name)).mtimeMs < view.at - KEPT_MS) rmSync(join(folder, name))
    } catch {}
  }
}

/** The view of a session, when there is one. */
export function findView(places: Places, session: Pick<StoredView, 'agent' | 'sessionId'>): StoredView | undefined {
  return readView(fileOf(places, session))
}

/** All views that are kept, newest first. */
export function listViews(places: Places): StoredView[] {
  const folder = folderOf(places)
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

/** The name of a session is the agent's and may be anything; its hash is a file name. */
function fileOf(places: Places, { agent, sessionId }: Pick<StoredView, 'agent' | 'sessionId'>): string {
  const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32)
  return join(folderOf(places), `${name}.json`)
}

function folderOf(places: Places): string {
  return join(places.stateDirectory, 'views')
}
