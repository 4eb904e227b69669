/** What may stand before a question: who speaks, where several do, and a word of going on. */
const BEFORE =
  '^(?:\\p{L}{1,20}: ?)?(?:(?:and|but|so|ok|okay|also|btw|hey|hi|hm+|und|aber|also|en|maar|et|mais|y|pero|e|mas|ma|i|ale|а|и|но)[,:]? )*'
const OPENERS = [
  // English; "is" and the like are verbs of questions where a pronoun or an article follows
  'how|what|whats|which|who|whos|whose|where|when|why',
  '(?:is|are|was|were|do|does|did|can|could|should|will|would) (?:i|you|u|he|she|it|we|they|the|this|that|these|those|there|my|our|your|any|a)|(?:has|have|had) (?:i|you|u|he|she|it|we|they|there)',
  // German, Dutch
  'wie|was|wann|wo|wer|wem|wen|warum|wieso|weshalb|welche[nrsm]?|wohin|woher|wieviel|gibt es|hoe|hoeveel|wat|wanneer|waar|waarom|welke?',
  '(?:ist|sind|war|kann|kannst|soll|muss|darf|habe?|hast|haben|geht|gibts|brauch[et]?|is|zijn|kan|moet|heb) (?:ich|du|er|sie|es|wir|man|das|der|die|mein|unser|ik|je|het|de|we|dit|dat)',
  // French, Spanish, Portuguese, Italian
  'comment|combien|quand|où|qui|quoi|quel(?:le)?s?|pourquoi|est-ce|c[óo]mo|cu[áa]nt[oa]s?|cu[áa]ndo|d[óo]nde|qui[ée]n|qué|cu[áa]l(?:es)?|quanto|quanta|quantos|quando|onde|quem|qual|quais|come|dove|chi|cosa|quali|perché',
  // Polish, Russian
  'jak|ile|kiedy|gdzie|kto|który|która|które|czy|dlaczego|как|сколько|когда|где|кто|какой|какая|какие|почему',
]
const ASKING = OPENERS.map((openers) => new RegExp(`${BEFORE}(?:${openers})(?![\\p{L}\\p{N}])`, 'iu'))
/** Whoever takes care to end a sentence would have ended a question with its mark; and what is exclaimed asks nothing. */
const ENDED = /[.!;:。！]["'”’)\]]*$/

/** Whether a sentence without a question mark opens as a question does: many are typed without one. */
export function asksInWords(sentence: string): boolean {
  return !ENDED.test(sentence) && ASKING.some((asking) => asking.test(sentence))
}
