import { spawn } from 'node:child_process'
import { STAND_IN_KEYS } from '../../test/stand-in/credentials.ts'
import type { StandIn } from '../../test/stand-in/start-stand-in.ts'
import { endOf } from '../end-of.ts'

/** Claude Code with its own home folder, which sends its requests to the stand-in provider. */
export interface ClaudeHome {
  readonly command: string
  readonly home: string
  readonly project: string
  readonly provider: StandIn
  /** More variables, for the hooks. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The result of one call of Claude Code. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly ms: number
  /** Bodies of its requests as text. */
  readonly requests: readonly string[]
}

/** Milliseconds; longer than any hook may delay a call. */
const LONGEST_MS = 60_000

/** Calls Claude Code once without a terminal. */
export async function callClaude(claude: ClaudeHome, argv: readonly string[]): Promise<Ended> {
  const { command, home, project, provider, variables } = claude
  const before = provider.requests.length
  const start = performance.now()
  const child = spawn(command, ['--print', ...argv], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ANTHROPIC_BASE_URL: provider.url,
      ANTHROPIC_AUTH_TOKEN: STAND_IN_KEYS.anthropic,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      ...variables,
    },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { code } = await endOf(child, { timeoutMs: LONGEST_MS })
  return {
    code,
    stdout: Buffer.concat(chunks).toString('utf8'),
    ms: Math.round(performance.now() - start),
    requests: provider.requests.slice(before).map(({ body }) => body.toString('utf8')),
  }
}

const TYPED = [
  'We build a shop. It must listen on port 4173 and never on 8080. The deadline is 14 March 2027.',
  'The build server is called granite-07. Never restart it without asking Priya first.',
  'Order 88213 failed with error E1107 after 31 seconds. What could be the cause of that?',
  'No, I was wrong: the deadline is 21 March 2027, not the 14th. Which tests are still missing?',
  'Good. Please go on with the search index, and keep the page size at 40 rows.',
]

/** The answer of the provider to request `number`, long enough for savings. */
export function answerTo(number: number): string {
  const line = `As for point ${number}: I looked at it in general, and there are many things that one could say about it. `
  return `Understood (${number}). ${line.repeat(12)}The value I will use is ${number * 137}.`
}

/** Plays five turns and returns the session id. */
export async function talk(claude: ClaudeHome): Promise<string> {
  const [first = '', ...others] = TYPED
  const opened = await callClaude(claude, ['--output-format', 'json', first])
  const { session_id: id } = JSON.parse(opened.stdout) as { session_id: string }
  for (const text of others) {
    const { code } = await callClaude(claude, ['--resume', id, text])
    if (code !== 0) throw new Error(`Claude Code ended with ${code} before anything was compacted`)
  }
  return id
}
