import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '../config/places.ts'
import { readJsonLines } from '../transcript/json-lines.ts'

/** One thing that saved something; counts only, never text. */
export interface Saving {
  /** `run`: the proxy, during a run; `compress`: the command or the MCP server; `hook`: at a compaction. */
  readonly what: 'run' | 'compress' | 'hook'
  readonly by: 'server' | 'local'
  readonly originalTokens: number
  readonly savedTokens: number
  readonly feeCents: number
  /** Of a run: the bill of its input in US dollars, and the estimate of the direct one, where the server knew them. */
  readonly usd?: number
  readonly directUsd?: number
  /** The same for the same request, which counts once however often it is made: the server charges it once as well. */
  readonly requestHash?: string
}

/** Sums over all that was saved in one way. */
export interface SavingTotal {
  readonly what: Saving['what']
  readonly times: number
  readonly originalTokens: number
  readonly savedTokens: number
  readonly feeCents: number
  /** Null where none of them has a known bill. */
  readonly usd: number | null
  readonly directUsd: number | null
}

/** Adds to the record of what was saved. A record that cannot be written is no reason to fail. */
export function recordSaving(places: Places, saving: Saving): void {
  try {
    mkdirSync(places.stateDirectory, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ at: new Date().toISOString(), ...saving })
    appendFileSync(fileOf(places), `${line}\n`, { mode: 0o600 })
  } catch {}
}

/** What was saved so far on this machine, by way. */
export function readSavings(places: Places): SavingTotal[] {
  const totals = new Map<Saving['what'], SavingTotal>()
  const seen = new Set<string>()
  for (const line of readJsonLines(readIfThere(fileOf(places)))) {
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

function fileOf(places: Places): string {
  return join(places.stateDirectory, 'savings.jsonl')
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
