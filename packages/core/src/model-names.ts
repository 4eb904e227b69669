/** Longer than the name of any model. */
export const MAX_MODEL_NAME = 200

/** Names of Claude and of its versions. */
export const CLAUDE_LIKE = /claude|fable|mythos|opus|sonnet|haiku/

const VERSION_PART = /^v?(\d{1,2})$/

/**
 * The version in the name of a Claude model: its first one or two short numbers, as in `claude-sonnet-4-5-20250929`,
 * `anthropic.claude-opus-4-v1:0`, `claude-opus-4-1@20250805` and `claude-opus-4.5`. Undefined if there are none.
 */
export function claudeVersion(model: string): { readonly major: number; readonly minor: number } | undefined {
  const name = model.toLowerCase()
  const parts = name.slice(Math.max(0, name.search(CLAUDE_LIKE))).split(/[^a-z0-9]+/)
  const at = parts.findIndex((part) => VERSION_PART.test(part))
  if (at < 0) return undefined
  const next = parts[at + 1] ?? ''
  return { major: Number(VERSION_PART.exec(parts[at]!)![1]), minor: /^\d{1,2}$/.test(next) ? Number(next) : 0 }
}

/** The lower-case words and numbers in the name of a model. */
export function wordsOfModel(model: string): ReadonlySet<string> {
  const name = model.slice(0, MAX_MODEL_NAME).toLowerCase()
  return new Set(name.split(/[^a-z0-9]+/))
}
