import { addCues, createCueTrie, cueWords, findCues } from '../../tags/cue-trie.ts'
import { protectionOf } from '../../tags/protective-value.ts'
import { fragmentsOf } from '../../words/fragments.ts'

const trie = createCueTrie()

// Conditions under which alone something may be done. With a negation before them they forbid it, where no word says "never".
for (const phrases of [
  "without my|without asking|without me|without first|unless i|until i|before i|don't ever|not ever|refrain from|from now on",
  'ohne meine|ohne mein|ohne meinen|ohne mich|ohne rückfrage|ohne zu fragen|bevor ich|solange ich|es sei denn|ab sofort|ab jetzt|von nun an',
  "sans mon|sans ma|sans me|sans m'avoir|sans demander|sans accord|avant que je|tant que je|sauf si je|à partir de maintenant|dorénavant",
  'sin mi|sin que yo|sin preguntar|sin preguntarme|sin consultarme|antes de que yo|hasta que yo|a menos que yo|de ahora en adelante',
  'senza il mio|senza la mia|senza chiedere|senza chiedermi|prima che io|a meno che io|sem a minha|sem o meu|sem me perguntar|sem perguntar|antes que eu',
  'zonder mijn|zonder te vragen|zonder overleg|voordat ik|tenzij ik|без моего|без моей|без спроса|пока я не|bez mojej|bez mojego|bez pytania|dopóki nie',
])
  addCues(trie, phrases, 1)
const UNSPACED =
  /未经我|未經我|没有我的|沒有我的|不经我|除非我|我同意之前|私の許可|許可なく|承認なし|確認なし|내 허락|제 허락|승인 없이|허락 없이/u

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
