import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesOf } from '../../lexicon/cues.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { artifactSigns, CODE_FENCE } from '../active-artifact.ts'
import { genreOf } from '../genre.ts'
import { saidIn } from '../transcript.ts'
import { KEEPS_NONE, type PinRule } from './pin-rule.ts'

/** Limits of the algorithm: a role opens a message, behind at most so many signs; so many characters tell its language. */
const ROLE = { mostBefore: 4, characters: 60 }
/** A role by name; what is great or right begins small. */
const NAMED = /^\W{0,4}[Yy]ou(?:['’]re| are) \p{Lu}/u
/** Rules that a client puts before what its user says. */
const REMINDER = /^\s*<(?:system[-_]?reminder|system|instructions|rules)\b/i

/** Who the model is to be, where that is not said in instructions of their own. */
export const role: PinRule = {
  moments: ['append'],
  material: 'text',
  reader({ transcript, state, policy }) {
    const { leastRoleCharacters, mostRoleTokens } = policy.pins.instructions
    return (index) => {
      if (state.tokens[index]! > mostRoleTokens) return false
      const said = saidIn(transcript, index)
      // Shorter is a compliment.
      return said.length >= leastRoleCharacters && (beginsWithRole(said) || NAMED.test(said))
    }
  },
}

function beginsWithRole(text: string): boolean {
  const start = text.slice(0, ROLE.characters)
  return cuesOf(start).some((cue) => cue.cue === 'role' && cue.start <= ROLE.mostBefore)
}

/** The user's first message, where it begins with rules that a client has for the whole conversation. */
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

/** The user's first message, where people talk and it is mostly about how everything after it is to be done. */
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
    // Where code is the answer it was a task, with all the advice that belongs to it.
    if (first + 1 < state.keys.length && saidIn(transcript, first + 1).includes(CODE_FENCE)) return KEEPS_NONE
    return (index) => {
      if (index !== first) return false
      const sentences = fragmentsOf(saidIn(transcript, index))
      const bound = sentences.filter(({ text }) => isWordForWord(text)).length
      return bound >= binding.least && bound >= binding.share * sentences.length
    }
  },
}

/** Something that is meant letter for letter: a word to be said, the line an answer is to end with. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** Instructions that hold from then on, and names of output formats, which bind the answer without one. */
const BINDING: readonly CueId[] = ['instruction', 'ban', 'lasting', 'form', 'layout']

/** Whether every word and sign of a sentence of the user matters: a rule, a string in quotation marks, a form of answers. */
export function isWordForWord(sentence: string): boolean {
  return QUOTED.test(sentence) || holdsCue(analyzeText(sentence).sentences, BINDING)
}
