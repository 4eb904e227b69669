import { onOneLine } from '../../words/line-breaks.ts'

declare const isMark: unique symbol
/** What a record says itself, in square brackets. Only the functions here make marks. */
export type Mark = string & { readonly [isMark]: true }

function mark(content: string): Mark {
  return `[${content}]` as Mark
}

/** Words inside a mark: one line, and no bracket that would end the mark or open another. */
function payload(text: string): string {
  return onOneLine(text).replaceAll('[', '(').replaceAll(']', ')')
}

/** How many tokens of a message are left out: `[-540]`. */
export function omissionMark(tokens: number): Mark {
  return mark(`-${tokens}`)
}

/** Something that is not text: `[image]`. */
export function kindMark(kind: string): Mark {
  return mark(payload(kind))
}
