/** The requests that a usage row counts: conversations with a model, transcript views, or passed-through requests. */
export type UsageKind = 'conversation' | 'transcript' | 'pass-through'

/** Stored in place of the model for requests without one. */
export const TRANSCRIPT_USAGE = 'tul1'
export const PASS_THROUGH_USAGE = 'pass-through'

/** The kind of a usage row, from the stored model name. */
export function usageKindOf(model: string): UsageKind {
  if (model === TRANSCRIPT_USAGE) return 'transcript'
  return model === PASS_THROUGH_USAGE ? 'pass-through' : 'conversation'
}
