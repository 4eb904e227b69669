/** A mark in the view, standing right behind the sentence that it qualifies. Turns count from 1. */
export type Mark =
  | { readonly kind: 'reported' | 'uncertain' | 'open' }
  | { readonly kind: 'corrects' | 'corrected' | 'contradicts' | 'answered'; readonly turn: number }

/** The mark as it stands between its brackets. */
export function markText(mark: Mark): string {
  switch (mark.kind) {
    case 'corrects':
      return `corrects T${mark.turn}`
    case 'corrected':
      return `corrected by T${mark.turn}`
    case 'contradicts':
      return `contradicts T${mark.turn}`
    case 'answered':
      return `answered in T${mark.turn}`
    default:
      return mark.kind
  }
}
