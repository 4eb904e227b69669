import { passageOf } from '../lexicon/cues.ts'
import { fragmentsOf } from '../words/fragments.ts'
import { wordsOf } from '../words/words.ts'
import type { ProtectedTag } from './cloud.ts'
import { extractTags } from './extract-tags.ts'
import type { Lexicon } from './lexicon.ts'
import { protectionsOf } from './protective-value.ts'

/** The tags of a text, each with the protective value of the sentence it stands in. Linear; never throws. */
export function protectedTags(text: string, lexicon: Lexicon): ProtectedTag[] {
  const words = wordsOf(text)
  const tags = extractTags(text, lexicon, words)
  if (tags.length === 0) return tags
  const sentences = fragmentsOf(text)
  const protections = protectionsOf(passageOf(text, words), sentences)
  let at = 0
  return tags.map((tag) => {
    while (at + 1 < sentences.length && sentences[at + 1]!.start <= tag.start) at++
    const protection = protections[at]?.value ?? 1
    return protection === 1 ? tag : { ...tag, protection }
  })
}
