import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { longConversation } from './claude-transcript.ts'
import { type Called, type Laptop, makeLaptop } from './laptop.ts'
import { KEY, type StandInServer, startStandInServer } from './stand-in-server.ts'

/** A laptop with a transcript, and the stand-in server. */
interface Place {
  server: StandInServer
  laptop: Laptop
  transcriptPath: string
}

export interface Hooks {
  readonly at: Place
  /** Environment of a user with an account. */
  account(): Record<string, string>
  /** Calls a hook with an event of the transcript's session. */
  hook(event: object, options?: { variables?: Record<string, string>; argv?: string[] }): Promise<Called>
}

/** Creates a laptop for each test of a file, and one server for all of them. */
export function useHooks(): Hooks {
  const at = {} as Place
  beforeAll(async () => {
    at.server = await startStandInServer()
  })
  afterAll(() => at.server.close())
  beforeEach(() => {
    at.laptop = makeLaptop()
    at.transcriptPath = join(at.laptop.home, 'transcript.jsonl')
    writeFileSync(at.transcriptPath, longConversation(30).text())
    at.server.manner = 'serves'
    at.server.requests.length = 0
  })
  afterEach(() => at.laptop.remove())
  return {
    at,
    account: () => ({ PLEAT_SERVER: at.server.url, PLEAT_KEY: KEY }),
    hook: (event, { argv, variables } = {}) => {
      const input = {
        session_id: 'session-1',
        transcript_path: at.transcriptPath,
        cwd: at.laptop.home,
        permission_mode: 'default',
      }
      return at.laptop.pleat(argv ?? ['hook', 'claude-code', '--installed-by=pleat'], {
        input: JSON.stringify({ ...input, ...event }),
        ...(variables && { variables }),
      })
    },
  }
}

export const PRE_COMPACT = { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null }
export const AFTER_COMPACTION = { hook_event_name: 'SessionStart', source: 'compact', model: 'm' }
export const RESUMED = { hook_event_name: 'SessionStart', source: 'resume' }
export const SILENT = { code: 0, stdout: '', stderr: '' }

/** The context that a hook adds to a session. */
export function contextIn({ stdout }: Called): string {
  const { hookSpecificOutput, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({})
  expect(Object.keys(hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext'])
  expect(hookSpecificOutput.hookEventName).toBe('SessionStart')
  return hookSpecificOutput.additionalContext
}
