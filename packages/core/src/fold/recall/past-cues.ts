/**
 * Words with which people point back at what was said or done before, in languages that are often written to models. A
 * cue raises the score of a message a little; without any, and in every other language, the other signs decide alone.
 */
const WORDS = [
  // English
  'remind(?:ed|s)?|remember(?:ed)?|recall|mentioned|told|said|discussed|talked|earlier|previously|previous|last time|so far|throughout|over time|brought up|did (?:i|we|you)|have (?:i|we)|had (?:i|we)|(?:was|were) my|(?:our|my) (?:chats?|conversations?|discussions?)',
  // German, Dutch
  'erinner\\w*|erwähnt\\w*|gesagt|gesprochen|vorhin|früher|bisher\\w*|unser\\w* (?:gespräch\\w*|unterhaltung\\w*|chats?)|ons gesprek|letztes mal|hatte ich|habe ich|haben wir|herinner\\w*|gezegd|eerder|besproken',
  // French, Spanish, Portuguese, Italian
  'rappel\\w*|mentionn\\w*|avons-nous|notre (?:conversation|discussion|échange)|nuestra (?:conversación|charla)|nossa conversa|nostra conversazione|ai-je|auparavant|précédemment|tout à l’heure|recuerd\\w*|mencion\\w*|dije|dijiste|hablamos|antes|anteriormente|lembr\\w*|falamos|anteriormente|ricord\\w*|detto|parlato|prima',
  // Polish, Russian, Turkish
  'przypomnij|nasz\\w+ rozmow\\w+|наш\\w* (?:разговор\\w*|бесед\\w*|диалог\\w*)|konuşmamız\\w*|wspomnia\\w*|mówi\\w*|wcześniej|напомни\\w*|помнишь|говорил\\w*|упоминал\\w*|раньше|ранее|hatırla\\w*|söyle(?:di|miş)\\w*|daha önce',
]
const SPACED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
/** Chinese, Japanese, Korean, Arabic, Hindi: scripts where word borders are not marked, or joined to small words. */
const JOINED =
  /记得|記得|提到|说过|說過|之前|刚才|以前|覚えて|言った|言いました|話した|先ほど|前に|기억|말했|언급|아까|이전에|ذكر|قلت|سابق|تتذكر|याद|बताया|पहले|我们的对话|我們的對話|会話|대화|محادثت|बातचीत/u

/** Words that ask for all of it in short. Spanish "resume" and French "résumé" are left out: in English people apply with them. */
const SUMMING_UP = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'summar(?:y|ies|i[sz]\\w*)|recap(?:itulat\\w*)?|overview',
    'zusammenfass\\w*|zusammengefasst|überblick|samenvat\\w*|overzicht',
    'résumer|résumez|résume-moi|récapitul\\w*|resumen|resumir|resúmeme|resuma|riassu\\w*|riepilog\\w*',
    'podsum\\w*|подытож\\w*|özet\\w*',
  ].join('|')})(?![\\p{L}\\p{N}])|总结|總結|まとめて|요약|ملخص|सारांश`,
  'iu',
)

/** Whether the text asks for what was said to be summed up. */
export function sumsUp(text: string): boolean {
  return SUMMING_UP.test(text)
}

/** Whether it is the conversation itself that the text asks to sum up, in so many words. */
export function sumsUpAll(text: string): boolean {
  return sumsUp(text) && namesThePast(text)
}

/** Whether the text points back at something earlier in so many words. */
export function pointsBack(text: string): boolean {
  return namesThePast(text) || sumsUp(text)
}

function namesThePast(text: string): boolean {
  return SPACED.test(text) || JOINED.test(text)
}
