import { words } from '../word-lists.ts'

/** Chinese and Japanese, where word borders are not marked. */
const JOINED = /我|私|僕|俺|わたし/u

/**
 * English stands apart: its "I" is a word of other languages in small letters, where it takes what follows it to tell, and
 * "us" says little.
 */
const ENGLISH =
  /\b(?:I|my|we|our|me|i['’](?:m|ve|d|ll)|i (?:am|was|have|had|want|need|like|love|hate|think|feel|got|get|live|work|would|will|could|can|can['’]?t|don['’]?t|did|didn['’]?t|just|really|also|already|never|always|prefer|bought|told|said))\b/

const OTHERS = words(
  // German, Dutch
  'ich|mich|mir|mein(?:e[mnrs]?)?|wir|uns|unser(?:e[mnrs]?)?|ik|mijn|wij|ons|onze',
  // French, Spanish, Portuguese, Italian
  "je|j[’']\\p{L}+|mon|mes|nous|notre|nos|yo|mis|nosotros|nuestr[oa]s?|eu|meus?|minhas?|nós|noss[oa]s?|io|mio|mia|miei|noi|nostr[oaie]",
  // Polish, Russian, Turkish
  'mój|moja|moje|moi|mojej|mojego|mnie|nasz(?:a|e|ego|ej)?|я|мой|моя|мо[её]|мои|моей|моего|моих|меня|мне|мы|наша?|наше|наши|нас|нам|ben|benim|bana|biz|bizim',
  // Hindi, Arabic, Korean
  'मैं|मेर[ाीे]|मुझे|हम|हमार[ाीे]|أنا|انا|نحن|나는|내|제|저는|제가|우리|우리는|저희',
)

/** Whether who says it speaks of themselves. */
export function speaksOfOneself(text: string): boolean {
  return ENGLISH.test(text) || OTHERS.test(text) || JOINED.test(text)
}
