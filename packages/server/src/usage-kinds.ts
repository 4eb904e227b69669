/** What a row of usage counts: conversations with a model, transcript views, or requests that were passed through. */
export type UsageKind = 'conversation' | 'transcript' | 'pass-through'

/** Requests without a model are stored under these names in its place. */
export const TRANSCRIPT_USAGE = 'tul1'
export const PASS_THROUGH_USAGE = 'pass-through'

/** What a row counts, by the name that is stored as its model. */
export function usageKindOf(model: string): UsageKind {
  if (model === TRANSCRIPT_USAGE) return 'transcript'
  return model === PASS_THROUGH_USAGE ? 'pass-through' : 'conversation'
}
