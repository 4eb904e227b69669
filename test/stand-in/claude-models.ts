/** What of the messages API depends on the model, read from its name. */
export interface ClaudeModel {
  /** `thinking` signatures hold only behind what the provider saw before them. */
  readonly bindsThinking: boolean
  /** A conversation may end with the beginning of the answer. */
  readonly takesPrefill: boolean
}

const BOUND = /claude-(?:(?:fable|mythos)-5-[12]|(?:opus|sonnet|haiku)-5-5)(?:-|$)/

/** `model` as it stands in the body. */
export function claudeModel(model: string): ClaudeModel {
  const match = /(\d+)(?:-(\d{1,2}))?(?:-|$)/.exec(model.replace(/-\d{8}$/, ''))
  const version = match ? Number(match[1]) + Number(match[2] ?? 0) / 100 : 0
  return { bindsThinking: BOUND.test(model), takesPrefill: version < 4.06 }
}
