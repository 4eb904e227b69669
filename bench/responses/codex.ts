import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDialogue } from '../../test/harness/dialogue.ts'
import { startPleat } from '../../test/harness/start-pleat.ts'
import type { JsonObject } from '../../test/stand-in/json-object.ts'
import type { RecordedRequest } from '../../test/stand-in/recorded-request.ts'
import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { callAgent } from '../companion/agent-calls.ts'
import { installAgent } from '../companion/install-agent.ts'

const TURNS = 12
const MODEL = 'gpt-5.6'
const dialogue = createDialogue(23)

/** The settings with which Codex uses the server. */
const SETTINGS: Readonly<Record<string, (url: string) => string>> = {
  'a separate provider': (url) => `model_provider = "pleat"

[model_providers.pleat]
name = "Pleat"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`,
  'the built-in provider at another address': (url) => `openai_base_url = "${url}/v1"\n`,
}

/** Runs a command before each third answer with the tool that Codex offers. */
function work(body: JsonObject): Answer {
  const input = body.input as readonly JsonObject[]
  const question = input.findLastIndex(({ role }) => role === 'user')
  const number = Number(/This is question (\d+)/.exec(JSON.stringify(input[question]))?.[1] ?? 0)
  const isAnswered = input.slice(question).some(({ type }) => String(type).endsWith('_output'))
  const tools = (body.tools ?? []) as readonly JsonObject[]
  const tool = tools.find(({ name }) => name === 'exec_command' || name === 'shell_command' || name === 'shell')
  if (number % 3 !== 0 || isAnswered || tool === undefined) return { thinking: 'So.', text: dialogue.answer(number) }
  const name = String(tool.name)
  const command = `echo ${number} && seq 1 20`
  const argument = {
    exec_command: { cmd: command },
    shell_command: { command },
    shell: { command: ['sh', '-c', command] },
  }
  return { thinking: 'I look.', toolCalls: [{ name, input: argument[name as keyof typeof argument] }] }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pleat-codex-'))
  try {
    const installed = await installAgent(folder, { package: '@openai/codex', command: 'codex', needsScripts: false })
    if (installed.kind === 'missing') {
      console.log(`Codex is left out: ${installed.reason}.`)
      return
    }
    for (const [name, settings] of Object.entries(SETTINGS))
      await play({ folder, command: installed.command, name, settings })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function play({
  folder,
  command,
  name,
  settings,
}: {
  folder: string
  command: string
  name: string
  settings: (url: string) => string
}): Promise<void> {
  const standIn = await startStandIn({ answer: (_kind, body) => work(body) })
  const pleat = await startPleat({ providerUrl: standIn.url })
  const home = await mkdtemp(join(folder, 'home-'))
  try {
    const configuration = `model = "${MODEL}"\ncheck_for_update_on_startup = false\n${settings(pleat.url)}`
    await mkdir(join(home, '.codex'), { recursive: true })
    await writeFile(join(home, '.codex', 'config.toml'), `${configuration}\n[analytics]\nenabled = false\n`)
    const variables = { HOME: home, OPENAI_API_KEY: pleat.key, CODEX_API_KEY: pleat.key }
    const agent = { command, project: home, provider: asProvider(standIn), variables }
    const first = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox']
    for (let turn = 1; turn <= TURNS; turn++) {
      const question = `This is question ${turn}. ${dialogue.question(turn)}`
      await callAgent(agent, turn === 1 ? [...first, question] : [...first, 'resume', '--last', question])
    }
    report(name, standIn, pleat.requestLines(), pleat.problems())
  } finally {
    await pleat.close()
    await standIn.close()
  }
}

function asProvider({ url, requests, close }: StandIn): {
  url: string
  requests: readonly RecordedRequest[]
  close(): Promise<void>
} {
  return { url, requests, close }
}

type LogLine = Readonly<Record<string, unknown>>

/** One line of figures, and one line for each failed check. */
function report(name: string, standIn: StandIn, lines: readonly LogLine[], problems: readonly LogLine[]): void {
  const asked = lines.filter(({ method, path }) => method === 'POST' && path === '/v1/responses')
  const upgrades = lines.filter(({ status }) => status === 426).length
  const sessions = new Set(asked.map(({ session }) => session)).size
  const { originalTokens, optimizedTokens } = asked.at(-1) ?? {}
  const saved = 100 * (1 - Number(optimizedTokens) / Number(originalTokens))
  const counts = `${asked.length} requests in ${sessions} session, ${upgrades} upgrades refused`
  console.log(`${name}: ${counts}; the last saved ${saved.toFixed(1)} % (${asked.at(-1)?.outcome})`)
  const faults = [
    ...standIn.refusals().map(({ refusal }) => `refused: ${refusal}`),
    ...problems.map((line) => `logged: ${JSON.stringify(line)}`),
    ...standIn.requests
      .filter(({ answer }) => answer.body.includes('"prefix_mismatch"'))
      .map(() => 'reasoning was lost'),
    ...(asked.length < TURNS ? ['some turns sent no request'] : []),
    ...(saved > 10 ? [] : ['nothing was saved']),
  ]
  for (const fault of faults) console.log(`WRONG ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
