import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { type Agent, callAgent, fetchWhenUp, type Provider, sayAll, startAgent, timesOfView } from './agent-calls.ts'
import { answerTo } from './claude-session.ts'
import { playCodex, startResponsesProvider } from './codex-trial.ts'
import { type AgentPackage, installAgent } from './install-agent.ts'
import { installCompanion } from './install-companion.ts'
import { tryRun } from './run-trial.ts'

const HELP = `Usage: npm run test:companion-agents

Install Codex, Qwen Code and opencode, and the packed companion for them, into a temporary folder. Check that the view of a
compacted conversation reaches the provider, and that Qwen Code and opencode work through a server with "pleat run". No
key is needed. Agents that cannot be installed are skipped.
`

interface Trial extends AgentPackage {
  readonly agent: 'codex' | 'qwen-code' | 'opencode'
  startProvider(): Promise<Provider>
  /** Plays a conversation, compacts it, and returns request bodies, at least one of which must contain the view. */
  play(agent: Agent, home: string): Promise<string[]>
  /** Arguments of another start by "pleat run"; undefined if "pleat run" cannot point the agent at a server. */
  readonly runWith?: readonly string[]
}

const TRIALS: readonly Trial[] = [
  {
    agent: 'codex',
    package: '@openai/codex',
    command: 'codex',
    needsScripts: false,
    startProvider: startResponsesProvider,
    play: playCodex,
  },
  {
    agent: 'qwen-code',
    package: '@qwen-code/qwen-code',
    command: 'qwen',
    needsScripts: false,
    startProvider: startChatProvider,
    play: playQwen,
    runWith: ['--auth-type', 'openai', '--model', 'gpt-4o', '--prompt', 'Which tests are still missing?'],
  },
  {
    agent: 'opencode',
    package: 'opencode-ai',
    command: 'opencode',
    needsScripts: true,
    startProvider: startChatProvider,
    play: playOpencode,
    runWith: ['run', 'Which tests are still missing?'],
  },
]

async function startChatProvider(): Promise<Provider> {
  const answer = (): Answer => ({ text: answerTo(provider.requests.length) })
  const provider = await startStandIn({ answer, isStrict: false })
  return provider
}

async function playQwen(agent: Agent): Promise<string[]> {
  const { url } = agent.provider
  const own = { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'gpt-4o' }
  const qwen = { ...agent, variables: { ...agent.variables, ...own } }
  const next = ['--auth-type', 'openai', '--continue', '--prompt']
  await sayAll(qwen, ['--auth-type', 'openai', '--prompt'], next)
  await callAgent(qwen, [...next, '/compress'])
  return await callAgent(qwen, [...next, 'What was the deadline again?'])
}

async function playOpencode(agent: Agent, home: string): Promise<string[]> {
  const { provider, project } = agent
  const model = { name: 'stand-in', limit: { context: 200_000, output: 4_000 } }
  const anthropic = { options: { baseURL: `${provider.url}/v1`, apiKey: 'none' }, models: { 'stand-in': model } }
  const models = { model: 'anthropic/stand-in', small_model: 'anthropic/stand-in' }
  const settings = { provider: { anthropic }, ...models, autoupdate: false, share: 'disabled' }
  await mkdir(join(home, '.config', 'opencode'), { recursive: true })
  await writeFile(join(home, '.config', 'opencode', 'opencode.json'), JSON.stringify(settings))
  const own = { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }
  const opencode = { ...agent, variables: { ...agent.variables, ...own } }
  await sayAll(opencode, ['run'], ['run', '--continue'])
  const port = await freePort()
  const server = startAgent(opencode, ['serve', '--port', String(port)])
  try {
    const query = `?directory=${encodeURIComponent(project)}`
    const sessions = (await (await fetchWhenUp(`http://127.0.0.1:${port}/session${query}`)).json()) as { id: string }[]
    const before = provider.requests.length
    await fetch(`http://127.0.0.1:${port}/session/${sessions[0]?.id}/summarize${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ providerID: 'anthropic', modelID: 'stand-in' }),
    })
    return provider.requests.slice(before).map(({ body }) => body.toString('utf8'))
  } finally {
    server.kill('SIGKILL')
    await once(server, 'close')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** The result of a trial, with the reason unless it passed. */
interface Result {
  readonly kind: 'passed' | 'skipped' | 'failed'
  readonly why?: string
}

async function tryAgent(trial: Trial, folder: string, pleat: string): Promise<Result> {
  const installation = await installAgent(join(folder, 'program'), trial)
  if (installation.kind === 'missing') return { kind: 'skipped', why: installation.reason }
  const home = join(folder, 'home')
  const project = join(folder, 'project')
  await mkdir(home)
  await mkdir(project)
  const provider = await trial.startProvider()
  try {
    await promisify(execFile)(process.execPath, [pleat, 'install', trial.agent], { env: { HOME: home } })
    const agent = { command: installation.command, project, provider, variables: { HOME: home } }
    const requests = await trial.play(agent, home)
    const times = Math.max(0, ...requests.map(timesOfView))
    if (times !== 1) return { kind: 'failed', why: `the request contains the view ${times} times` }
    const why = trial.runWith && (await tryRun(agent, pleat, trial.runWith))
    return why === undefined ? { kind: 'passed' } : { kind: 'failed', why }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : 'it failed' }
  } finally {
    await provider.close()
  }
}

async function main(): Promise<number> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(HELP)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'pleat-companion-agents-'))
  try {
    const { main: pleat } = await installCompanion(join(folder, 'companion'))
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const trial of TRIALS) {
      const own = join(folder, trial.agent)
      await mkdir(own)
      const { kind, why } = await tryAgent(trial, own, pleat)
      counts[kind]++
      const word = kind === 'failed' ? 'FAILED' : kind
      process.stdout.write(`${trial.agent.padEnd(12)} ${word}${why === undefined ? '' : `: ${why}`}\n`)
    }
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
    return counts.failed === 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main()
