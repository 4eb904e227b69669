import { CUE as CORRECTION, openingCues } from '../../tags/correction-cues.ts'
import { addCues, createCueTrie, cueWords, findCues } from '../../tags/cue-trie.ts'

const CUE = { keeps: 1, refuses: 2, asItWas: 4 } as const
const cues = createCueTrie()
/** What counts only among the first words of a sentence. */
const openings = createCueTrie()
const OPENING_WORDS = 3

addCues(
  openings,
  "no|nope|nah|don't|do not|rather not|let's not|nein|nee|nö|lieber nicht|bitte nicht|non|plutôt pas|mejor no|meglio di no|não|melhor não|liever niet|нет|лучше не|nie|lepiej nie",
  CUE.refuses,
)

// Verbs that leave a thing as it is.
for (const phrases of [
  "keep|keeping|leave|stay|stays|staying|stick|sticking|remain|remains|stands|don't change|don't move",
  'behalte|behalten|beibehalten|lass|lassen|lasst|bleib|bleibt|bleiben',
  'garde|gardons|gardez|laisse|laissons|laissez|reste|restons|restez',
  'mantén|mantener|mantenemos|deja|déjalo|dejamos|dejemos|queda|quedamos|sigue',
  'tieni|teniamo|mantieni|manteniamo|lascia|lasciamo|lascialo|resta|rimane|mantém|mantenha|mantemos|deixa|deixe|fica|ficamos',
  'hou|houd|houden|laat|laten|blijf|blijft|blijven|оставь|оставьте|оставим|остаётся|остается|zostaw|zostawmy|zostaje|zostańmy',
])
  addCues(cues, phrases, CUE.keeps)

// "As it was", which needs no other word.
for (const phrases of [
  "as it is|as it was|as they are|as they were|as planned|as before|the way it is|the way it was|don't change it|don't change that|don't change anything|do not change it|no changes please",
  'wie es ist|wie es war|wie geplant|wie gehabt|wie bisher|nichts ändern|nicht ändern',
  'comme prévu|comme avant|comme il est|comme elle est|ne change rien|ne changez rien',
  "como está|como estaba|como estava|no lo cambies|no la cambies|com'è|com'era|come previsto|come prima|non cambiare|não mude|não muda",
  'zoals het is|zoals het was|zoals gepland|niets veranderen|как есть|как было|не меняй|не меняйте|tak jak jest|tak jak było|nie zmieniaj',
])
  addCues(cues, phrases, CUE.asItWas)

/** How a sentence of the user says that something stays as it was; `named`: if it names what stays. */
export type Keeping = 'as it was' | 'refused' | 'named'

export function keepingIn(sentence: string): Keeping | undefined {
  const words = cueWords(sentence)
  const opening = words.slice(0, OPENING_WORDS)
  const bits = findCues(cues, words) | findCues(openings, opening)
  // "No problem" and the like are known where corrections are looked for.
  const isOther = findCues(openingCues, opening) & CORRECTION.open
  if (isOther || /[?？؟][\s"')]*$/.test(sentence)) return undefined
  if (bits & CUE.asItWas) return 'as it was'
  if (bits & CUE.keeps && bits & CUE.refuses) return 'refused'
  return bits & (CUE.keeps | CUE.refuses) ? 'named' : undefined
}

/** Whether a word by itself says that something stays: such a word is no value, though it may be read as one. */
export function isKeepingWord(word: string): boolean {
  return findCues(cues, cueWords(word)) !== 0
}
