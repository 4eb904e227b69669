import { CLAUDE_LIKE, claudeVersion } from '../model-names.ts'

/**
 * True if the model's `thinking` signatures are bound to everything before them: Claude after version 5.0, and Claude-like
 * names without a readable version, since wrongly keeping old thinking there causes a refused request.
 */
export function bindsThinking(model: string): boolean {
  if (!CLAUDE_LIKE.test(model.toLowerCase())) return false
  const version = claudeVersion(model)
  return version === undefined || version.major > 5 || (version.major === 5 && version.minor > 0)
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
