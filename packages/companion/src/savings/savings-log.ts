import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserPaths } from '../config/user-paths.ts'
import { readJsonLines } from '../transcript/json-lines.ts'

/** One saving: counts, never text. */
export interface Saving {
  /** `run`: requests of a run; `compress`: the command or the MCP server; `hook`: a compaction. */
  readonly what: 'run' | 'compress' | 'hook'
  readonly by: 'server' | 'local'
  readonly originalTokens: number
  readonly savedTokens: number
  readonly feeCents: number
  /** For a run: its input bill and the estimated direct bill in US dollars, if the server knows them. */
  readonly usd?: number
  readonly directUsd?: number
  /** Identifies a request, so that repeats count once. The server also charges them once. */
  readonly requestHash?: string
}

/** Sums of all savings of one kind. */
export interface SavingTotal {
  readonly what: Saving['what']
  readonly times: number
  readonly originalTokens: number
  readonly savedTokens: number
  readonly feeCents: number
  /** Null if no bill is known. */
  readonly usd: number | null
  readonly directUsd: number | null
}

/** Appends a saving to the log. Failures are ignored. */
export function recordSaving(paths: UserPaths, saving: Saving): void {
  try {
    mkdirSync(paths.stateDirectory, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ at: new Date().toISOString(), ...saving })
    appendFileSync(fileOf(paths), `${line}\n`, { mode: 0o600 })
  } catch {}
}

/** The savings on this machine so far, by kind. */
export function readSavings(paths: UserPaths): SavingTotal[] {
  const totals = new Map<Saving['what'], SavingTotal>()
  const seen = new Set<string>()
  for (const line of readJsonLines(readIfExists(fileOf(paths)))) {
    const { what, originalTokens, savedTokens, feeCents, usd, directUsd, requestHash } = line as unknown as Saving
    if (what !== 'run' && what !== 'compress' && what !== 'hook') continue
    if (typeof requestHash === 'string') {
      if (seen.has(requestHash)) continue
      seen.add(requestHash)
    }
    const before = totals.get(what) ?? { what, ...NOTHING }
    totals.set(what, {
      what,
      times: before.times + 1,
      originalTokens: before.originalTokens + countOf(originalTokens),
      savedTokens: before.savedTokens + countOf(savedTokens),
      feeCents: before.feeCents + countOf(feeCents),
      usd: typeof usd === 'number' ? (before.usd ?? 0) + countOf(usd) : before.usd,
      directUsd: typeof directUsd === 'number' ? (before.directUsd ?? 0) + countOf(directUsd) : before.directUsd,
    })
  }
  return [...totals.values()]
}

const NOTHING = { times: 0, originalTokens: 0, savedTokens: 0, feeCents: 0, usd: null, directUsd: null }

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function fileOf(paths: UserPaths): string {
  return join(paths.stateDirectory, 'savings.jsonl')
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
