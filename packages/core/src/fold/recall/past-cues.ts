/**
 * Words with which people point back at what was said or done before, in languages that are often written to models. A
 * cue raises the score of a message a little; without any, and in every other language, the other signs decide alone.
 */
const WORDS = [
  // English
  'remind(?:ed|s)?|remember(?:ed)?|recall|mentioned|told|said|discussed|talked|earlier|previously|previous|last time|so far|throughout|summar(?:y|ies|i[sz]\\w*)|recap|over time|brought up|did (?:i|we|you)|have (?:i|we)|had (?:i|we)|(?:was|were) my|(?:our|my) (?:chats?|conversations?|discussions?)',
  // German, Dutch
  'erinner\\w*|erwähnt\\w*|gesagt|gesprochen|vorhin|früher|bisher|letztes mal|hatte ich|habe ich|haben wir|zusammenfass\\w*|zusammengefasst|überblick|samenvat\\w*|herinner\\w*|gezegd|eerder|besproken',
  // French, Spanish, Portuguese, Italian
  'rappel\\w*|mentionn\\w*|avons-nous|résumer|résumez|résume-moi|récapitul\\w*|ai-je|auparavant|précédemment|tout à l’heure|recuerd\\w*|resumen|resumir|resúmeme|resuma|riassu\\w*|riepilog\\w*|mencion\\w*|dije|dijiste|hablamos|antes|anteriormente|lembr\\w*|falamos|anteriormente|ricord\\w*|detto|parlato|prima',
  // Polish, Russian, Turkish
  'przypomnij|podsum\\w*|wspomnia\\w*|mówi\\w*|wcześniej|напомни\\w*|подытож\\w*|помнишь|говорил\\w*|упоминал\\w*|раньше|ранее|hatırla\\w*|özet\\w*|söyle(?:di|miş)\\w*|daha önce',
]
const SPACED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
/** Chinese, Japanese, Korean, Arabic, Hindi: scripts where word borders are not marked, or joined to small words. */
const JOINED =
  /记得|总结|總結|まとめて|요약|記得|提到|说过|說過|之前|刚才|以前|覚えて|言った|言いました|話した|先ほど|前に|기억|말했|언급|아까|이전에|ذكر|قلت|سابق|تتذكر|याद|बताया|पहले/u

/** Whether the text points back at something earlier in so many words. */
export function pointsBack(text: string): boolean {
  return SPACED.test(text) || JOINED.test(text)
}
