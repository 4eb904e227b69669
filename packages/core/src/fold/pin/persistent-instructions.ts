import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesOf } from '../../lexicon/cues.ts'
import type { Language } from '../../lexicon/languages.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { artifactSigns, CODE_FENCE } from '../active-artifact.ts'
import { genreOf } from '../genre.ts'
import { languageAt } from '../language-at.ts'
import { saidIn } from '../transcript.ts'
import { KEEPS_NONE, type PinRule } from './pin-rule.ts'

/**
 * Limits of the algorithm, in characters: a role begins after at most `mostBefore` of a message, and its first
 * `characters` show its language.
 */
const ROLE = { mostBefore: 4, characters: 60 }
/** A role by name. The capital distinguishes it from adjectives such as "great" or "right". */
const NAMED = /^\W{0,4}[Yy]ou(?:['’]re| are) \p{Lu}/u
/** Rules that a client puts before the user's message. */
const REMINDER = /^\s*<(?:system[-_]?reminder|system|instructions|rules)\b/i

/** Pins a message that assigns the model a role, if there is no system message for it. */
export const role: PinRule = {
  moments: ['append'],
  material: 'text',
  reader({ transcript, state, policy }) {
    const { leastRoleCharacters, mostRoleTokens } = policy.pins.instructions
    return (index) => {
      if (state.tokens[index]! > mostRoleTokens) return false
      const said = saidIn(transcript, index)
      // Shorter texts are compliments.
      return said.length >= leastRoleCharacters && (beginsWithRole(said) || NAMED.test(said))
    }
  },
}

function beginsWithRole(text: string): boolean {
  const start = text.slice(0, ROLE.characters)
  return cuesOf(start).some((cue) => cue.cue === 'role' && cue.start <= ROLE.mostBefore)
}

/** Pins the user's first message if it begins with a client's rules for the whole conversation. */
export const reminder: PinRule = {
  moments: ['append'],
  material: 'text',
  reader: ({ transcript, state, policy }) => {
    const first = state.roles.indexOf('user')
    const { mostReminderTokens } = policy.pins.instructions
    return (index) =>
      index === first && state.tokens[index]! <= mostReminderTokens && REMINDER.test(saidIn(transcript, index))
  },
}

/** Pins the user's first message in a chat if it mostly consists of rules for all later answers. */
export const firstRules: PinRule = {
  moments: ['firstFold'],
  material: 'text',
  reader(source) {
    const { transcript, state, policy } = source
    const { mostRoleTokens, binding } = policy.pins.instructions
    const first = state.roles.indexOf('user')
    if (
      first < 0 ||
      state.tokens[first]! > mostRoleTokens ||
      genreOf(state, policy) !== 'chat' ||
      artifactSigns(source).isTerminalSession
    )
      return KEEPS_NONE
    // If the answer is code, the message was a task with its requirements.
    if (first + 1 < state.keys.length && saidIn(transcript, first + 1).includes(CODE_FENCE)) return KEEPS_NONE
    return (index) => {
      if (index !== first) return false
      const language = languageAt(transcript, index)
      const sentences = fragmentsOf(saidIn(transcript, index), language)
      const bound = sentences.filter(({ text }) => isWordForWord(text, language)).length
      return bound >= binding.least && bound >= binding.share * sentences.length
    }
  },
}

/** A text that has to be used exactly: a word to say, or the line with which answers end. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** Cues of lasting instructions, and names of output formats, which bind all answers even without such a cue. */
const BINDING: readonly CueId[] = ['instruction', 'ban', 'lasting', 'form', 'layout']

/** True if every character of a user's sentence matters: a rule, a quoted string, or the form of answers. */
export function isWordForWord(sentence: string, prior?: Language): boolean {
  return QUOTED.test(sentence) || holdsCue(analyzeText(sentence, prior).sentences, BINDING)
}
