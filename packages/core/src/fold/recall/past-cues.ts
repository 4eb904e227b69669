import { words } from '../word-lists.ts'
import { sumsUp } from './summing-up.ts'

/** Chinese, Japanese, Korean, Arabic, Hindi: scripts where word borders are not marked, or joined to small words. */
const JOINED =
  /记得|記得|提到|说过|說過|之前|刚才|以前|覚えて|言った|言いました|話した|先ほど|前に|기억|말했|언급|아까|이전에|ذكر|قلت|سابق|تتذكر|याद|बताया|पहले/u

/**
 * Words with which people point back at what was said or done before, in languages that are often written to models. A
 * cue raises the score of a message; without any, and in every other language, the other signs decide alone.
 */
const SPACED = words(
  // English
  'remind(?:ed|s)?|remember(?:ed)?|recall|mentioned|told|said|discussed|talked|earlier|previously|previous|last time|so far|throughout|over time|brought up|did (?:i|we|you)|have (?:i|we)|had (?:i|we)|(?:was|were) my|(?:our|my) (?:chats?|conversations?|discussions?)',
  // German, Dutch
  'erinner+|erwähnt+|gesagt|gesprochen|vorhin|früher|bisher+|letztes mal|hatte ich|habe ich|haben wir|herinner+|gezegd|eerder|besproken',
  // French, Spanish, Portuguese, Italian
  'rappel+|mentionn+|avons-nous|ai-je|auparavant|précédemment|tout à l’heure|recuerd+|mencion+|dije|dijiste|hablamos|antes|anteriormente|lembr+|falamos|ricord+|detto|parlato|prima',
  // Polish, Russian, Turkish
  'przypomn+|wspomnia+|mówi+|wcześniej|напомни+|помнишь|говорил+|упоминал+|раньше|ранее|hatırla+|söyle(?:di|miş)+|daha önce',
)

/** Whether the text points back at something earlier in so many words. */
export function pointsBack(text: string): boolean {
  return SPACED.test(text) || JOINED.test(text) || sumsUp(text)
}
