/** A mark in the view, directly after the sentence that it qualifies. Turns count from 1. */
export type Mark =
  | { readonly kind: 'reported' | 'uncertain' | 'open' }
  | { readonly kind: keyof typeof NAMES_TURN; readonly turn: number }

/** First words of the marks that name a turn. */
export const NAMES_TURN = {
  corrects: 'corrects',
  corrected: 'corrected by',
  contradicts: 'contradicts',
  answered: 'answered in',
} as const

/** The marks without a turn. */
export const NAMES_NO_TURN: readonly Mark['kind'][] = ['reported', 'uncertain', 'open']

/** The mark as written between its brackets. */
export function markText(mark: Mark): string {
  return 'turn' in mark ? `${NAMES_TURN[mark.kind]} T${mark.turn}` : mark.kind
}
