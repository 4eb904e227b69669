import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'
import { type UserPaths, userPaths } from '../config/user-paths.ts'
import { storeView } from '../hooks/stored-view.ts'
import { findCurrentTranscript, findTranscriptOfView } from './find-current.ts'

const FOLDER = '/srv/shop'

let laptop: Laptop
let paths: UserPaths

beforeEach(() => {
  laptop = makeLaptop()
  paths = userPaths({ HOME: laptop.home })
})
afterEach(() => laptop.remove())

/** Writes a transcript of the project below `base`. `seconds` orders transcripts by the time of their last change. */
function transcript(base: string, name: string, seconds: number, text = '{}\n'): string {
  const project = join(base, 'projects', '-srv-shop')
  const path = join(project, name)
  mkdirSync(project, { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, 1_790_000_000 + seconds, 1_790_000_000 + seconds)
  return path
}

/** Stores a view of a session in `cwd`, as a hook does. */
function report(transcriptPath: string, cwd: string): void {
  const rest = { id: 'abc', agent: 'codex', at: 0, by: 'local', text: 'a view' } as const
  storeView(paths, { ...rest, sessionId: transcriptPath, cwd, transcriptPath })
}

describe('the current transcript of a folder', () => {
  it('is the newest one that is not of a sub-agent', () => {
    const base = join(laptop.home, '.claude')
    transcript(base, 'one.jsonl', 0)
    const two = transcript(base, 'two.jsonl', 1)
    transcript(base, 'agent-a1b2.jsonl', 2)
    expect(findCurrentTranscript(FOLDER, paths, {})).toBe(two)
  })

  it('is one that a hook has reported for this folder, if that is the newest', () => {
    const claude = transcript(join(laptop.home, '.claude'), 'one.jsonl', 1)
    const older = transcript(join(laptop.home, 'codex'), 'two.jsonl', 0)
    const newer = transcript(join(laptop.home, 'codex'), 'three.jsonl', 2)
    const newest = transcript(join(laptop.home, 'codex'), 'four.jsonl', 3)
    report(older, FOLDER)
    report(newest, '/srv/other')
    report(join(laptop.home, 'removed.jsonl'), FOLDER)
    expect(findCurrentTranscript(FOLDER, paths, {})).toBe(claude)
    report(newer, FOLDER)
    expect(findCurrentTranscript(FOLDER, paths, {})).toBe(newer)
  })

  it('is none of another folder whose project has the same name', () => {
    const base = join(laptop.home, '.claude')
    const record = (cwd: string) => `{"type":"mode"}\n${JSON.stringify({ type: 'user', cwd })}\n`
    const own = transcript(base, 'one.jsonl', 0, record(FOLDER))
    transcript(base, 'two.jsonl', 1, record('/srv_shop'))
    expect(findCurrentTranscript(FOLDER, paths, {})).toBe(own)
    const below = transcript(base, 'three.jsonl', 2, record(join(FOLDER, 'web')))
    expect(findCurrentTranscript(FOLDER, paths, {})).toBe(below)
  })

  it('is missing without any transcript', () => {
    report('', FOLDER)
    expect(findCurrentTranscript(FOLDER, paths, {})).toBeUndefined()
  })

  it('is searched below CLAUDE_CONFIG_DIR only if that path is absolute', () => {
    const usual = transcript(join(laptop.home, '.claude'), 'one.jsonl', 0)
    const other = join(laptop.home, 'other')
    const moved = transcript(other, 'two.jsonl', 1)
    expect(findCurrentTranscript(FOLDER, paths, { CLAUDE_CONFIG_DIR: other })).toBe(moved)
    expect(findCurrentTranscript(FOLDER, paths, { CLAUDE_CONFIG_DIR: 'other' })).toBe(usual)
  })
})

describe('the transcript of a view', () => {
  it('is that of its session, wherever the session is', () => {
    report('/somewhere/one.jsonl', '/srv/other')
    expect(findTranscriptOfView('abc', paths)).toBe('/somewhere/one.jsonl')
  })

  it('is an error if the view is not stored, or if its agent writes none', () => {
    expect(() => findTranscriptOfView('abc', paths)).toThrow('no view with the id abc is stored; name a transcript')
    report('', FOLDER)
    expect(() => findTranscriptOfView('abc', paths)).toThrow('the view abc has no transcript: codex writes none')
  })
})
