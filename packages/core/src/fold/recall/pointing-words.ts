import { words } from '../word-lists.ts'

/** Chinese, Japanese, Korean, Arabic, Hindi: scripts where word borders are not marked, or joined to small words. */
const JOINED = /[这這]|它|那个|那個|これ|それ|この|その|이것|이거|이걸|그것|그거|그걸|هذا|هذه|ذلك|यह|इसे|इसको|उसे/u

/** Words that stand for what was just said, where they do not also stand before every noun, as "das" and "la" do. */
const SPACED = words(
  // English
  'it|its|this|that|these|those|them|above',
  // German, Dutch
  'es|dies+|daran|darin|davon|dazu|damit|dit|deze|hiervan|ervan|eraan',
  // French, Spanish, Portuguese, Italian
  'ça|cela|ceci|celui-ci|celle-ci|\\p{L}+-(?:le|la|les)|esto|eso|hazlo|isso|isto|questo|questa|ciò|rendilo',
  // Polish, Russian, Turkish
  'tego|tę|tym|это+|эт[аиоу]|его|её|bunu|bunun|şunu|onu|onun',
)

/** Whether the text has a word that stands for something in what was said before. */
export function pointsAtSomething(text: string): boolean {
  return SPACED.test(text) || JOINED.test(text)
}
