import type { Variables } from '../config/environment.ts'
import { isObject, type JsonObject } from '../transcript/json-value.ts'

/** Address and key that a tool uses. */
export interface Endpoint {
  /** Base address without `/v1`. */
  readonly url: string
  readonly key: string
}

/** Variables to set; undefined removes one. */
export type VariableChanges = Readonly<Record<string, string | undefined>>

/** The variables that point a tool at a server. */
export interface Tool {
  readonly name: string
  /** Undefined: variables cannot point the tool at the server. Called only without a reason in `why`. */
  variables?(endpoint: Endpoint, existing: Variables): VariableChanges
  /** The reason why the tool is started unchanged; undefined if it gets variables. */
  why?(existing: Variables): string | undefined
}

/** Claude Code would send a key from both variables in two headers, so one of them is removed. */
const claudeCode = ({ url, key }: Endpoint): VariableChanges => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_AUTH_TOKEN: key,
  ANTHROPIC_API_KEY: undefined,
})

const openAi = ({ url, key }: Endpoint): VariableChanges => ({
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_API_BASE: `${url}/v1`,
  OPENAI_API_KEY: key,
})

const anthropicSdk = ({ url, key }: Endpoint): VariableChanges => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_BASE: url,
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_AUTH_TOKEN: undefined,
})

const TOOLS: readonly Tool[] = [
  { name: 'claude', variables: claudeCode },
  { name: 'qwen', variables: (endpoint) => ({ ...openAi(endpoint), ...anthropicSdk(endpoint) }) },
  { name: 'opencode', variables: opencode, why: whyNotOpencode },
  { name: 'aider', variables: aider },
  {
    name: 'goose',
    variables: ({ url, key }) => ({
      OPENAI_HOST: url,
      OPENAI_API_KEY: key,
      ANTHROPIC_HOST: url,
      ANTHROPIC_API_KEY: key,
    }),
  },
  {
    name: 'codex',
    why: () => 'codex takes its server from config.toml, not from variables; "pleat install codex" adds hooks',
  },
  { name: 'gemini', why: () => 'gemini uses an API that the server does not support' },
]

/** Any tool that reads the variables of the two SDKs. */
const ANY_SDK: Tool = { name: 'sdk', variables: (endpoint) => ({ ...openAi(endpoint), ...anthropicSdk(endpoint) }) }

/** Agent names of `pleat install` whose command has another name. */
const AGENT_NAMES: Readonly<Record<string, string>> = { 'claude-code': 'claude', 'qwen-code': 'qwen' }

/** Names that `--as` and `env` accept. */
export const TOOL_NAMES: readonly string[] = [
  ...TOOLS.map(({ name }) => name),
  ANY_SDK.name,
  ...Object.keys(AGENT_NAMES),
]

/** The tool of this name; `ANY_SDK` for every other name. */
export function toolNamed(name: string): Tool {
  return TOOLS.find((tool) => tool.name === (AGENT_NAMES[name] ?? name)) ?? ANY_SDK
}

/** Commands by the name of their package, where the two differ. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@anthropic-ai/claude-code': 'claude',
  '@qwen-code/qwen-code': 'qwen',
  '@openai/codex': 'codex',
  'opencode-ai': 'opencode',
  '@google/gemini-cli': 'gemini',
  'aider-chat': 'aider',
}

/** Programs that start the tool named in their arguments. */
const STARTERS = /^(?:npx|bunx|pnpm|yarn|npm|bun|uvx|uv|pipx|env|node|exec|dlx|run|tool|time|nice)$/

/** The tool that a command line starts. */
export function toolOf(command: readonly string[]): Tool {
  for (const word of command) {
    if (word.startsWith('-') || /^\w+=/.test(word)) continue
    const bare = word.replace(/(?<=.)@[\w.^~-]+$/, '')
    const base =
      bare
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.(?:exe|cmd|ps1|m?js)$/i, '') ?? ''
    const name = PACKAGES[bare] ?? base
    if (TOOLS.some((tool) => tool.name === name)) return toolNamed(name)
    if (!STARTERS.test(base)) break
  }
  return ANY_SDK
}

/** aider's settings files override the variables of the SDKs, but not aider's own variables. */
function aider(endpoint: Endpoint): VariableChanges {
  const { url, key } = endpoint
  return {
    ...openAi(endpoint),
    ...anthropicSdk(endpoint),
    AIDER_OPENAI_API_BASE: `${url}/v1`,
    AIDER_OPENAI_API_KEY: key,
    AIDER_ANTHROPIC_API_KEY: key,
  }
}

/** Adds the endpoint to the settings that opencode reads from a variable. The user's own settings stay. */
function opencode({ url, key }: Endpoint, existing: Variables): VariableChanges {
  const own = parseObject(existing.OPENCODE_CONFIG_CONTENT) ?? {}
  const provider = (own.provider ?? {}) as Record<string, { options?: object } | undefined>
  const anthropic = {
    ...provider.anthropic,
    options: { ...provider.anthropic?.options, baseURL: `${url}/v1`, apiKey: key },
  }
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...own, provider: { ...provider, anthropic } }),
    ANTHROPIC_API_KEY: key,
  }
}

function whyNotOpencode(existing: Variables): string | undefined {
  if (parseObject(existing.OPENCODE_CONFIG_CONTENT) !== undefined) return undefined
  return 'OPENCODE_CONFIG_CONTENT is not a JSON object, so the server cannot be added to it; correct or unset it'
}

function parseObject(text: string | undefined): JsonObject | undefined {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
