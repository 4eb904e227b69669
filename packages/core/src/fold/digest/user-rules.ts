import { addCues, createCueTrie, cueWords, findCues } from '../../tags/cue-trie.ts'
import { protectionOf } from '../../tags/protective-value.ts'
import { fragmentsOf } from '../../words/fragments.ts'

const trie = createCueTrie()

// Conditions that forbid what is done without them, where no word says "never".
for (const phrases of [
  "without my|without asking|without first asking|without checking with me|unless i say|unless i tell|until i say|don't ever|from now on",
  'ohne meine|ohne mein|ohne meinen|ohne rückfrage|ohne zu fragen|ohne mich zu fragen|ohne mich vorher|ab sofort|ab jetzt|von nun an',
  "sans mon|sans ma|sans me demander|sans m'avoir demandé|sans me consulter|sans demander|à partir de maintenant|dorénavant",
  'sin mi|sin preguntar|sin preguntarme|sin consultarme|sin avisarme|de ahora en adelante',
  'senza il mio|senza la mia|senza chiedere|senza chiedermi|sem a minha|sem o meu|sem me perguntar|sem perguntar',
  'zonder mijn|zonder te vragen|zonder mij te vragen|zonder overleg|без моего|без моей|без спроса|bez mojej|bez mojego|bez pytania',
])
  addCues(trie, phrases, 1)
const UNSPACED =
  /未经我|未經我|没有我的同意|沒有我的同意|没有我的许可|不经我|我同意之前|私の許可|許可なく|承認なし|確認なし|내 허락|제 허락|승인 없이|허락 없이/u

/** What makes a request of a sentence and binds nothing beyond it. */
const POLITE =
  /\b(?:please|need to|needs to|bitte|s[’']il (?:te|vous) pla[iî]t|veuillez|por favor|per favore|alsjeblieft|alstublieft|proszę|lütfen)\b|пожалуйста|нужно|надо|请|請|てください|ください|주세요/giu
/** Sentences are looked at up to here: longer ones are data. */
const LONGEST_RULE = 400
const ASKING = /[?？؟]["'”’)»」]*$/u

/** Whether a sentence binds what comes after it, and is more than a polite request. */
export function bindsLater(sentence: string): boolean {
  if (protectionOf(sentence.replace(POLITE, ' ')).signs.includes('instruction')) return true
  return findCues(trie, cueWords(sentence)) !== 0 || UNSPACED.test(sentence)
}

/** Whether a sentence of the user tells the assistant how to act from then on. */
export function isRule(sentence: string): boolean {
  return sentence.length <= LONGEST_RULE && !ASKING.test(sentence) && bindsLater(sentence)
}

export function holdsRule(text: string): boolean {
  return fragmentsOf(text).some((sentence) => isRule(sentence.text))
}
