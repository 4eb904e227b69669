import type { Language } from '../lexicon/languages.ts'
import { fragmentsOf } from './fragments.ts'
import { quotedSpans } from './quoted-spans.ts'

/** Limit of the algorithm, in UTF-16 units: a longer text is data. */
const MAX_TEXT = 32 * 1024
const MAY_QUOTE = /["“„«「『>]/u

/**
 * The fragments of a text that begin within a quotation. By itself, such a fragment has no quotation marks, or only one: "I lost my
 * job." of `Colin said: "We are moving. I lost my job."` Linear.
 */
export function quotedFragmentsOf(text: string, language: Language | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  if (text.length > MAX_TEXT || !MAY_QUOTE.test(text)) return found
  const fragments = fragmentsOf(text, language)
  let at = 0
  for (const { start, end } of quotedSpans(text)) {
    while (at < fragments.length && fragments[at]!.start <= start) at++
    for (; at < fragments.length && fragments[at]!.start < end; at++) found.add(fragments[at]!.text)
  }
  return found
}
