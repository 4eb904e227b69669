import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LONG_TASK } from './answers.ts'
import type { ClientTrial, TrialRoom, TrialTurn } from './client-trial.ts'
import { runCommand } from './run-program.ts'

/** The command line of an agent for one turn. */
interface AgentCall {
  readonly command: string
  readonly argv: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

/** Plays each turn with one call of an agent, whose output contains the answer. */
async function playAgent(room: TrialRoom, callFor: (turn: TrialTurn) => AgentCall): Promise<void> {
  for (const turn of room.turns) {
    const { command, argv, variables } = callFor(turn)
    const printed = await runCommand(join(room.folder, 'node_modules', '.bin', command), argv, {
      cwd: room.project,
      variables: { PATH: process.env.PATH, HOME: room.home, ...variables },
    })
    if (printed.replace(/\s+/g, '').includes(turn.reference)) continue
    throw new Error(`turn ${turn.number} was answered with: ${printed.trim().slice(-300)}`)
  }
}

async function writeSettings(home: string, path: readonly string[], text: string): Promise<void> {
  await mkdir(join(home, ...path.slice(0, -1)), { recursive: true })
  await writeFile(join(home, ...path), text)
}

const MODEL = 'gpt-5.6'

const CODEX_SETTINGS: Readonly<Record<string, (url: string) => string>> = {
  'a provider in `config.toml`': (url) => `model_provider = "pleat"

[model_providers.pleat]
name = "Pleat"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
`,
  'the built-in provider, `openai_base_url`': (url) => `openai_base_url = "${url}/v1"\n`,
}

const CODEX = Object.entries(CODEX_SETTINGS).map(
  ([what, settings]): ClientTrial => ({
    client: 'Codex',
    what,
    packages: ['@openai/codex'],
    async play(room) {
      const { home, pleat } = room
      const own = `model = "${MODEL}"\ncheck_for_update_on_startup = false\n${settings(pleat.url)}`
      await writeSettings(home, ['.codex', 'config.toml'], `${own}\n[analytics]\nenabled = false\n`)
      const first = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox']
      await playAgent(room, ({ number, question }) => ({
        command: 'codex',
        argv: number === 1 ? [...first, question] : [...first, 'resume', '--last', question],
        variables: { OPENAI_API_KEY: pleat.key, CODEX_API_KEY: pleat.key },
      }))
    },
  }),
)

const CLAUDE_CODE: ClientTrial = {
  client: 'Claude Code',
  what: '`ANTHROPIC_BASE_URL`',
  packages: ['@anthropic-ai/claude-code'],
  needsScripts: true,
  async play(room) {
    const { pleat } = room
    await playAgent(room, ({ number, question }) => ({
      command: 'claude',
      argv: [
        ...['--print', question, '--model', 'claude-sonnet-5', '--allowedTools', 'Bash'],
        ...(number === 1 ? [] : ['--continue']),
      ],
      variables: {
        ANTHROPIC_BASE_URL: pleat.url,
        ANTHROPIC_AUTH_TOKEN: pleat.key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }))
  },
}

const OPENCODE: ClientTrial = {
  client: 'opencode',
  what: 'its OpenAI provider (Responses API), `baseURL`',
  packages: ['opencode-ai'],
  needsScripts: true,
  async play(room) {
    const { home, pleat } = room
    const limit = { context: 200_000, output: 4_000 }
    const models = { 'gpt-5.5': { name: 'gpt-5.5', limit, reasoning: true, tool_call: true } }
    const openai = { options: { baseURL: `${pleat.url}/v1`, apiKey: pleat.key }, models }
    const settings = { provider: { openai }, model: 'openai/gpt-5.5', small_model: 'openai/gpt-5.5', autoupdate: false }
    await writeSettings(
      home,
      ['.config', 'opencode', 'opencode.json'],
      JSON.stringify({ ...settings, share: 'disabled' }),
    )
    await playAgent(room, ({ number, question }) => ({
      command: 'opencode',
      argv: number === 1 ? ['run', question] : ['run', '--continue', question],
      variables: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    }))
  },
}

const CLINE_PROVIDERS = {
  openai: 'its OpenAI-compatible provider, chat completions',
  'openai-native': 'its OpenAI provider, Responses API',
}

/** Cline resumes a conversation only in its own window, so all turns are steps of one task. */
const CLINE = Object.entries(CLINE_PROVIDERS).map(
  ([provider, what]): ClientTrial => ({
    client: 'Cline',
    what,
    packages: ['cline'],
    needsScripts: true,
    async play(room) {
      const { folder, home, project, pleat } = room
      const variables = { PATH: process.env.PATH, HOME: home }
      const own = [
        '--provider',
        provider,
        '--apikey',
        pleat.key,
        '--modelid',
        'gpt-5.5',
        '--baseurl',
        `${pleat.url}/v1`,
      ]
      const cline = join(folder, 'node_modules', '.bin', 'cline')
      await runCommand(cline, ['auth', ...own], { cwd: project, variables })
      const printed = await runCommand(cline, ['--json', LONG_TASK.prompt], { cwd: project, variables })
      if (!printed.includes(LONG_TASK.reference)) throw new Error(`it ended with: ${printed.trim().slice(-300)}`)
    },
  }),
)

const QWEN_CODE: ClientTrial = {
  client: 'Qwen Code',
  what: '`OPENAI_BASE_URL`, chat completions',
  packages: ['@qwen-code/qwen-code'],
  async play(room) {
    const { pleat } = room
    await playAgent(room, ({ number, question }) => ({
      command: 'qwen',
      argv: ['--auth-type', 'openai', '--yolo', ...(number === 1 ? [] : ['--continue']), '--prompt', question],
      variables: { OPENAI_BASE_URL: `${pleat.url}/v1`, OPENAI_API_KEY: pleat.key, OPENAI_MODEL: 'gpt-5.5' },
    }))
  },
}

export const AGENT_TRIALS: readonly ClientTrial[] = [...CODEX, CLAUDE_CODE, OPENCODE, ...CLINE, QWEN_CODE]
