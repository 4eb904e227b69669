/** A server as a tool reaches it, and what it is to send as its key. */
export interface Endpoint {
  /** Base address without `/v1`. */
  readonly url: string
  readonly key: string
}

/** Variables to set, and those to take away (undefined). */
export type VariableChanges = Readonly<Record<string, string | undefined>>

/** What a tool has to be told so that it talks to another server. */
export interface Tool {
  readonly name: string
  /** Undefined: variables cannot point the tool at the server, so it is started unchanged. */
  variables?(endpoint: Endpoint, existing: Readonly<Record<string, string | undefined>>): VariableChanges
  /** Why a tool is started unchanged. */
  readonly why?: string
}

/** A key in both would be sent in two headers, one of them to be taken for the wrong one. */
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
  { name: 'opencode', variables: (endpoint, existing) => opencode(endpoint, existing) },
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
    why: 'codex takes its server from config.toml, not from variables; "pleat install codex" adds hooks',
  },
  { name: 'gemini', why: 'gemini speaks an API that the server does not support' },
]

/** Everything that reads the variables of the two SDKs. */
const ANY_SDK: Tool = { name: 'sdk', variables: (endpoint) => ({ ...openAi(endpoint), ...anthropicSdk(endpoint) }) }

/** Names of agents, as "install" takes them, whose command is called otherwise. */
const AGENT_NAMES: Readonly<Record<string, string>> = { 'claude-code': 'claude', 'qwen-code': 'qwen' }

/** Names that can be asked for. */
export const TOOL_NAMES: readonly string[] = [
  ...TOOLS.map(({ name }) => name),
  ANY_SDK.name,
  ...Object.keys(AGENT_NAMES),
]

/** The tool of this name; what reads the variables of the SDKs for every other name. */
export function toolNamed(name: string): Tool {
  return TOOLS.find((tool) => tool.name === (AGENT_NAMES[name] ?? name)) ?? ANY_SDK
}

/** Packages whose name is not that of their command. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@anthropic-ai/claude-code': 'claude',
  '@qwen-code/qwen-code': 'qwen',
  '@openai/codex': 'codex',
  'opencode-ai': 'opencode',
  '@google/gemini-cli': 'gemini',
  'aider-chat': 'aider',
}

/** Programs that start the tool which is named after them. */
const STARTERS = /^(?:npx|bunx|pnpm|yarn|npm|bun|uvx|uv|pipx|env|node|exec|dlx|run|tool|time|nice)$/

/** Which tool a command line starts. */
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

/** What stands in aider's own settings files goes before the variables of the SDKs, but not before its own variables. */
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

/** opencode takes settings from a variable; the user's own stay. */
function opencode({ url, key }: Endpoint, existing: Readonly<Record<string, string | undefined>>): VariableChanges {
  const own = parseObject(existing.OPENCODE_CONFIG_CONTENT)
  if (own === undefined) return {}
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

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
