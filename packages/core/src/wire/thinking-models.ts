import { CLAUDE_LIKE } from '../model-names.ts'

const VERSION_PART = /^v?(\d{1,2})$/

/**
 * True if the model's `thinking` signatures are bound to everything before them: Claude after version 5.0, and Claude-like
 * names without a readable version, since wrongly keeping old thinking there causes a refused request.
 */
export function bindsThinking(model: string): boolean {
  const name = model.toLowerCase()
  const claude = name.search(CLAUDE_LIKE)
  if (claude < 0) return false
  // Splits `claude-sonnet-4-5-20250929`, `anthropic.claude-opus-4-v1:0`, `claude-opus-4-1@20250805`, `claude-opus-4.5`.
  const parts = name.slice(claude).split(/[^a-z0-9]+/)
  const at = parts.findIndex((part) => VERSION_PART.test(part))
  if (at < 0) return true
  const major = Number(VERSION_PART.exec(parts[at]!)![1])
  const next = parts[at + 1] ?? ''
  const minor = /^\d{1,2}$/.test(next) ? Number(next) : 0
  return major > 5 || (major === 5 && minor > 0)
}

const GPT = /(?:^|\/)(?:ft:)?gpt-(\d{1,2})(?:\.(\d{1,2}))?(?:$|[^\d.])/

/**
 * True if the model's encrypted reasoning is bound to everything before it. Providers name no models. GPT is considered bound
 * from 5.6 on, the first version that reads the reasoning of earlier turns.
 */
export function bindsReasoning(model: string): boolean {
  const [, major, minor = '0'] = GPT.exec(model.toLowerCase()) ?? []
  return major !== undefined && (Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 6))
}
