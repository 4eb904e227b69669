import type { Language } from '../lexicon/languages.ts'
import { type Fragment, fragmentsOf } from './fragments.ts'
import { quotedSpans } from './quoted-spans.ts'

/** Limit of the algorithm, in UTF-16 units: a longer text is data. */
const MAX_TEXT = 32 * 1024
const MAY_QUOTE = /["'“„«「『>]/u

const CODE = '`'

/**
 * The fragments of a text that begin within a quotation, with its opening mark. By itself, such a fragment has no quotation marks,
 * or only one: "I lost my job." of `Colin said: "We are moving. I lost my job."` Code is no quotation. Linear.
 */
export function quotedFragmentsOf(text: string, language: Language | undefined): ReadonlyMap<string, string> {
  if (text.length > MAX_TEXT || !MAY_QUOTE.test(text)) return new Map()
  const quoted = new Map<Fragment, string>()
  const fragments = fragmentsOf(text, language)
  let at = 0
  for (const { start, end } of quotedSpans(text)) {
    const mark = text.slice(start, end).trimStart().charAt(0)
    while (at < fragments.length && fragments[at]!.start <= start) at++
    for (; at < fragments.length && fragments[at]!.start < end; at++)
      if (mark !== CODE) quoted.set(fragments[at]!, mark)
  }
  if (!quoted.size) return new Map()
  // A sentence that occurs outside of quotations too is the speaker's own.
  const own = new Set(fragments.filter((fragment) => !quoted.has(fragment)).map((fragment) => fragment.text))
  return new Map([...quoted].flatMap(([fragment, mark]) => (own.has(fragment.text) ? [] : [[fragment.text, mark]])))
}
