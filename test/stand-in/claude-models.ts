/** Differences between models in the messages API, derived from the model name. */
export interface ClaudeModel {
  /** A `thinking` signature is valid only after the content that preceded it when it was made. */
  readonly bindsThinking: boolean
  /** A conversation may end with a prefilled response. */
  readonly takesPrefill: boolean
}

const BOUND = /claude-(?:(?:fable|mythos)-5-[12]|(?:opus|sonnet|haiku)-5-5)(?:-|$)/

/** Derives the differences from `model` in the body. */
export function claudeModel(model: string): ClaudeModel {
  const match = /(\d+)(?:-(\d{1,2}))?(?:-|$)/.exec(model.replace(/-\d{8}$/, ''))
  const version = match ? Number(match[1]) + Number(match[2] ?? 0) / 100 : 0
  return { bindsThinking: BOUND.test(model), takesPrefill: version < 4.06 }
}
