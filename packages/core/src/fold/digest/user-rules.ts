import { addCues, createCueTrie, cueWords, findCues } from '../../tags/cue-trie.ts'
import { protectionOf } from '../../tags/protective-value.ts'
import { fragmentsOf } from '../../text/fragments.ts'

const CUE = { condition: 1, rule: 2, aboutOneself: 4, toAssistant: 8 } as const
const cues = createCueTrie()
/** What counts only as the first words of a sentence. */
const openings = createCueTrie()

// What is forbidden or demanded for good; "only", "need to" and the like are said of the task at hand as well.
for (const phrases of [
  "never|always|must not|mustn't|may not|shall not|under no circumstances|in no case|no exceptions|without exception|forbidden|prohibited|not allowed|only if|only when|only with|only after|from now on|at all times",
  'niemals|nie|immer|auf keinen fall|unter keinen umständen|darfst|dürfen nicht|darf nicht|verboten|nur wenn|nur mit|erst wenn|ab sofort|ab jetzt|von nun an',
  'jamais|toujours|en aucun cas|sous aucun prétexte|interdit|seulement si|uniquement si|uniquement avec|dorénavant|à partir de maintenant',
  'nunca|jamás|siempre|en ningún caso|bajo ninguna circunstancia|prohibido|solo si|sólo si|solo con|sólo con|de ahora en adelante',
  "mai|sempre|in nessun caso|vietato|solo se|solo con|d'ora in poi|jamais|em nenhuma circunstância|proibido|só se|somente se|de agora em diante",
  'nooit|altijd|in geen geval|verboden|alleen als|alleen met|vanaf nu|никогда|всегда|ни в коем случае|нельзя|запрещено|только если|nigdy|zawsze|pod żadnym pozorem|tylko jeśli|asla|her zaman|aldrig|alltid',
])
  addCues(cues, phrases, CUE.rule)
addCues(openings, "don't|do not|avoid|refrain|make sure|ensure|you must|you may|ne|n'", CUE.rule)
// Who speaks of himself tells something, unless he says what the assistant is to do.
addCues(
  openings,
  "i|i'm|i've|i'd|we|we've|my|our|he|she|they|ich|wir|mein|meine|er|sie|es|je|j'ai|nous|mon|ma|il|elle|yo|mi|nosotros|eu|io|ik|wij|я|мы|ja|ben",
  CUE.aboutOneself,
)
addCues(cues, 'you|your|du|dir|dich|tu|te|toi|vous|tú|usted|você|lei|jij|je moet|ты|вы|ty|sen', CUE.toAssistant)

// Conditions that forbid what is done without them, where no word says "never".
for (const phrases of [
  "without my|without asking|without first asking|without checking with me|unless i say|unless i tell|until i say|don't ever|from now on",
  'ohne meine|ohne mein|ohne meinen|ohne rückfrage|ohne zu fragen|ohne mich zu fragen|ohne mich vorher|ab sofort|ab jetzt|von nun an',
  "sans mon|sans ma|sans me demander|sans m'avoir demandé|sans me consulter|sans demander|à partir de maintenant|dorénavant",
  'sin mi|sin preguntar|sin preguntarme|sin consultarme|sin avisarme|de ahora en adelante',
  'senza il mio|senza la mia|senza chiedere|senza chiedermi|sem a minha|sem o meu|sem me perguntar|sem perguntar',
  'zonder mijn|zonder te vragen|zonder mij te vragen|zonder overleg|без моего|без моей|без спроса|bez mojej|bez mojego|bez pytania',
])
  addCues(cues, phrases, CUE.condition)
const UNSPACED =
  /未经我|未經我|没有我的同意|沒有我的同意|没有我的许可|不经我|我同意之前|私の許可|許可なく|承認なし|確認なし|내 허락|제 허락|승인 없이|허락 없이/u

/** What makes a request of a sentence and binds nothing beyond it. */
const POLITE =
  /\b(?:please|need to|needs to|bitte|s[’']il (?:te|vous) pla[iî]t|veuillez|por favor|per favore|alsjeblieft|alstublieft|proszę|lütfen)\b|пожалуйста|нужно|надо|请|請|てください|ください|주세요/giu
const UNSPACED_RULE =
  /必须|必須|务必|務必|不得|禁止|永远不|绝不|絕不|一定要|不许|不許|てはいけ|しないで|必ず|絶対|하지 마|반드시|절대/u

/** Sentences are looked at up to here: longer ones are data. */
const LONGEST_RULE = 400
const ASKING = /[?？؟]["'”’)»」]*$/u

/** Whether a sentence binds what comes after it, and is more than a polite request. */
export function bindsLater(sentence: string): boolean {
  if (protectionOf(sentence.replace(POLITE, ' ')).signs.includes('instruction')) return true
  return (findCues(cues, cueWords(sentence)) & CUE.condition) !== 0 || UNSPACED.test(sentence)
}

/** Whether a sentence of the user tells the assistant what to do or not to do from then on. */
export function isRule(sentence: string): boolean {
  if (sentence.length > LONGEST_RULE || ASKING.test(sentence)) return false
  if (UNSPACED.test(sentence) || UNSPACED_RULE.test(sentence)) return true
  const words = cueWords(sentence.replace(POLITE, ' '))
  const said = findCues(cues, words)
  const opening = openingOf(words)
  if (opening & CUE.aboutOneself && !(said & CUE.toAssistant)) return false
  return ((said | opening) & (CUE.rule | CUE.condition)) !== 0
}

/** The cues of the first word, and of the first two together. */
function openingOf([first = '', second = '']: readonly string[]): number {
  return findCues(openings, [first]) | (findCues(openings, [first, second]) & ~findCues(openings, [second]))
}

export function holdsRule(text: string): boolean {
  return fragmentsOf(text).some((sentence) => isRule(sentence.text))
}
