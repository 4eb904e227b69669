import { onOneLine } from '../../words/line-breaks.ts'

declare const isMark: unique symbol
/** Statements of a record about itself, in square brackets. Only the functions here make marks. */
export type Mark = string & { readonly [isMark]: true }

function mark(content: string): Mark {
  return `[${content}]` as Mark
}

/** Number of omitted tokens of a message: `[-540]`. */
export function omissionMark(tokens: number): Mark {
  return mark(`-${tokens}`)
}

/** Content other than text: `[image]`. One line, without a bracket that would end the mark or open another. */
export function kindMark(kind: string): Mark {
  return mark(onOneLine(kind).replaceAll('[', '(').replaceAll(']', ')'))
}
