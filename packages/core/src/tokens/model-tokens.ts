import type { WireFormat } from '../conversation.ts'
import { CLAUDE_LIKE, claudeVersion } from '../model-names.ts'
import { createRecentMap, type RecentMap } from '../recent-map.ts'
import type { EncodingName } from './encoding.ts'

/** How a model's input tokens are computed from text: an encoding, a frame around each message, and a correction. */
export interface TokenProfile {
  readonly encoding: EncodingName
  /** Factor on raw counts until receipts calibrate them. */
  readonly factor: number
  /** True if the encoding is the model's own and the frame is known, so that text is counted exactly. */
  readonly isExact: boolean
  /** Tokens around each message, in addition to those of its role. */
  readonly perMessage: number
  readonly perRole: number
  readonly perRequest: number
  /** Tokens of the provider's instructions about tools, if there are any tools. */
  readonly perToolList: number
}

type Frame = Omit<TokenProfile, 'isExact'>

const ROLE_FRAME: Frame = { encoding: 'o200k', factor: 1, perMessage: 3, perRole: 1, perRequest: 3, perToolList: 0 }
const FRAMES = {
  /** GPT-4o to 4.5. */
  gpt4o: ROLE_FRAME,
  /** GPT-5 and later, and the o-series: the role takes no tokens. */
  gpt5: { ...ROLE_FRAME, perRole: 0 },
  /** GPT-3.5 and GPT-4. */
  gpt4: { ...ROLE_FRAME, encoding: 'cl100k' },
  other: { encoding: 'o200k', factor: 1, perMessage: 4, perRole: 0, perRequest: 3, perToolList: 0 },
} as const satisfies Record<string, Frame>

/** Claude's tokenizer is not public: English text came to 1.00 to 1.26 times as many tokens as in o200k. */
const CLAUDE_FACTOR = 1.15
/** From 4.7 on, the tokenizer differs and produces about a third more tokens. */
const NEW_CLAUDE_FACTOR = 1.42

/** Observed: 340 to 580 billed tokens, before the factor. */
const CLAUDE_TOOL_LIST = 400

const GPT_4 = /^gpt-(?:4|3\.?5)(?:$|[-:])/
const GPT_4O = /^(?:chatgpt|gpt-4o|gpt-4\.\d)/
const GPT_5 = /^(?:gpt-(?:[5-9]|\d\d)|o\d|codex|gpt-oss)/
/** Models whose input includes tokens that are not in the request. */
const HAS_HIDDEN_INPUT = /search|deep-research|gpt-oss|audio|realtime/

/**
 * Profiles by model, since every request asks several times. Names come from clients, so their number and length are limited.
 */
const profiles: Readonly<Record<WireFormat, RecentMap<TokenProfile>>> = {
  'openai-chat': createRecentMap(200),
  'anthropic-messages': createRecentMap(200),
  'openai-responses': createRecentMap(200),
}
const MAX_KEPT_NAME = 100

/** Returns how the input tokens of a model are counted. Unknown models are counted in o200k, as an estimate. */
export function tokenProfileOf(model: string, format: WireFormat): TokenProfile {
  const known = profiles[format].get(model)
  if (known !== undefined) return known
  const profile = findProfile(model, format)
  if (model.length <= MAX_KEPT_NAME) profiles[format].set(model, profile)
  return profile
}

function findProfile(model: string, format: WireFormat): TokenProfile {
  const name = nameWithoutProvider(model)
  if (CLAUDE_LIKE.test(name)) {
    return { ...FRAMES.other, factor: claudeFactor(name), perToolList: CLAUDE_TOOL_LIST, isExact: false }
  }
  const frame = gptFrame(name)
  // On the messages wire, another service translates the request before the model reads it. Frames around items are not
  // published.
  const isExact = frame !== FRAMES.other && format === 'openai-chat' && !HAS_HIDDEN_INPUT.test(name)
  return { ...frame, isExact }
}

function gptFrame(name: string): Frame {
  if (GPT_4.test(name)) return FRAMES.gpt4
  if (GPT_4O.test(name)) return FRAMES.gpt4o
  return GPT_5.test(name) ? FRAMES.gpt5 : FRAMES.other
}

/** `openai/gpt-4o` and `ft:gpt-4o:acme` are gpt-4o. */
function nameWithoutProvider(model: string): string {
  const name = model.toLowerCase()
  return name.slice(name.lastIndexOf('/') + 1).replace(/^ft:/, '')
}

/** A name without a readable version is treated as a new one. */
function claudeFactor(name: string): number {
  const version = claudeVersion(name)
  const isOld = version !== undefined && (version.major < 4 || (version.major === 4 && version.minor < 7))
  return isOld ? CLAUDE_FACTOR : NEW_CLAUDE_FACTOR
}
