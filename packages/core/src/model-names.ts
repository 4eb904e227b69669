/** Longer than the name of any model. */
export const MAX_MODEL_NAME = 200

/** Names of Claude and of its versions. */
export const CLAUDE_LIKE = /claude|fable|mythos|opus|sonnet|haiku/

/** The lower-case words and numbers in the name of a model. */
export function wordsOfModel(model: string): ReadonlySet<string> {
  const name = model.slice(0, MAX_MODEL_NAME).toLowerCase()
  return new Set(name.split(/[^a-z0-9]+/))
}
