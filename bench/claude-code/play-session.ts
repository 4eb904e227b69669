import { execFile } from 'node:child_process'
import { startPleat } from '../../test/harness/start-pleat.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { type SeenExchange, startRecordingRelay } from './recording-relay.ts'
import { hasTools, newestResults, nextStep, type ScriptedSession } from './script.ts'

export interface Surroundings {
  readonly command: string
  /** Where the sessions' files are. */
  readonly project: string
  /** Used as the home directory, so that the user's own settings have no effect. */
  readonly home: string
}

const PROMPT_TIMEOUT_MS = 120_000

export interface PlayedSession {
  /** Failed checks. */
  readonly problems: readonly string[]
  readonly requests: number
  /** Savings of the last request. */
  readonly savedPercent: number
}

/** Plays a session with the real Claude Code through a new Pleat server. */
export async function playSession(session: ScriptedSession, surroundings: Surroundings): Promise<PlayedSession> {
  let prompt = session.prompts[0]!
  let results: string[] = []
  const standIn = await startStandIn({
    answer(kind, body) {
      if (kind !== 'messages' || !hasTools(body)) return { text: 'A title' }
      results.push(...newestResults(body))
      return nextStep(session, prompt, results.length)
    },
  })
  const pleat = await startPleat({ providerUrl: standIn.url })
  const relay = await startRecordingRelay(pleat.url)
  const problems: string[] = []
  try {
    for (const [index, next] of session.prompts.entries()) {
      prompt = next
      results = []
      const options = { isFirst: index === 0, model: session.model, url: relay.url, key: pleat.key }
      const { code, stdout, stderr } = await ask(prompt.text, surroundings, options)
      if (code !== 0) problems.push(`exit code ${code}: ${stderr || stdout}`)
      if (!stdout.includes(prompt.lastWord))
        problems.push(`the last word was not printed, but: ${stdout.slice(0, 300)}`)
      const failed = results.filter((result) => result.includes('"is_error":true'))
      if (failed.length > 0) problems.push(`a tool failed: ${failed[0]!.slice(0, 300)}`)
    }
    for (const { refusal } of standIn.refusals()) problems.push(`refused by the provider: ${refusal}`)
    for (const problem of pleat.problems()) problems.push(`logged: ${JSON.stringify(problem)}`)
    const messages = relay.exchanges.filter(({ method, path }) => method === 'POST' && MESSAGES.test(path))
    problems.push(...problemsOf(session, messages))
    const savedPercent = Number(messages.at(-1)?.headers['x-service-savings-percent'])
    return { problems, requests: messages.length, savedPercent }
  } finally {
    await relay.close()
    await pleat.close()
    await standIn.close()
  }
}

/** Minimum savings in percent. Instructions and tools, which are never folded, are most of a short session. */
const LEAST_PERCENT = 10
const MESSAGES = /^\/v1\/messages(\?|$)/

function problemsOf(session: ScriptedSession, messages: readonly SeenExchange[]): string[] {
  const problems: string[] = []
  const expected = session.prompts.reduce((sum, { calls }) => sum + calls.length + 1, 0)
  if (messages.length < expected) problems.push(`${messages.length} requests instead of ${expected}`)
  for (const { status, headers } of messages) {
    if (status !== 200) problems.push(`an answer with status ${status}`)
    if (!/^\d+$/.test(String(headers['x-service-original-tokens']))) problems.push('an answer without savings headers')
  }
  const ids = new Set(messages.map(({ headers }) => headers['x-service-session-id']))
  if (ids.size !== 1 && session.prompts.length === 1) problems.push(`${ids.size} sessions instead of one`)
  const percent = Number(messages.at(-1)?.headers['x-service-savings-percent'])
  if (session.isFolded && !(percent > LEAST_PERCENT)) problems.push(`only ${percent} % of the last request was saved`)
  return problems
}

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs one prompt without a terminal. Its tools are allowed; telemetry, error reports and updates are disabled. */
function ask(
  text: string,
  { command, project, home }: Surroundings,
  { isFirst, model, url, key }: { isFirst: boolean; model: string; url: string; key: string },
): Promise<Outcome> {
  const options = [
    '--print',
    text,
    '--model',
    model,
    '--allowedTools',
    'Read',
    'Bash',
    ...(isFirst ? [] : ['--continue']),
  ]
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_BUG_COMMAND: '1',
  }
  return new Promise((resolve) => {
    const child = execFile(
      command,
      options,
      { cwd: project, env, timeout: PROMPT_TIMEOUT_MS },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        resolve({ code, stdout, stderr })
      },
    )
    child.stdin?.end()
  })
}
