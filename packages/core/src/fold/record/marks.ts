import { onOneLine } from '../../words/line-breaks.ts'
import { type Speaker, speakerTag } from './speaker.ts'

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

/** Behind a value that `by` replaced: `[now 12U: 2024-05-07]`. */
export function nowMark(by: Speaker, value: string): Mark {
  return mark(`now ${speakerTag(by)}: ${payload(value)}`)
}

/** Behind a value that replaces what `of` said: `[not 3U: 2024-05-06]`. */
export function notMark(of: Speaker, value: string): Mark {
  return mark(`not ${speakerTag(of)}: ${payload(value)}`)
}

/** Before a few words of the user: the question of the assistant that they answer, and what they take of a list. */
export function askedMark(question: string): Mark {
  return mark(`A: ${payload(question)}`)
}

/** How many tokens of a message are left out: `[-540]`. */
export function omissionMark(tokens: number): Mark {
  return mark(`-${tokens}`)
}

/** Something that is not text: `[image]`. */
export function kindMark(kind: string): Mark {
  return mark(payload(kind))
}
