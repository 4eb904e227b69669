import { speaksOfOneself } from '../digest/speaking-of-oneself.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import type { Asked } from './asked.ts'
import { changesSubject } from './changes-subject.ts'
import type { Need } from './need.ts'

/** A shorter answer is talk, and no text that goes on. */
const LEAST_TOKENS = 100
/** A wish that says more speaks for itself. */
const MOST_SUBSTANCE = 8
/** Lists, tables, headings, bold print, code, and a line that only leads to the next one: what explains, not what tells. */
const SET_OUT = /^[ \t]*(?:[-*•#|>]|\d+[.)])|\*\*|[:：][ \t]*$|```/mu

/**
 * Whether a text is being written in turns, as a story is, and the message wishes for what comes next in it: the answer
 * `index` and the one before it are plain prose, and the message is no question. It may name nobody but somebody new, and
 * yet what comes next has to begin where the last words ended.
 */
export function writesOn(
  source: Source,
  index: number,
  { asked, need }: { readonly asked: Asked; readonly need: Need },
): boolean {
  const { transcript, state } = source
  if (need.asking > 0 || need.substance > MOST_SUBSTANCE || state.tokens[index]! < LEAST_TOKENS) return false
  const before = state.roles.lastIndexOf('assistant', index - 1)
  if (before < state.lead || [before, index].some((i) => SET_OUT.test(saidIn(transcript, i)))) return false
  // Who speaks of himself is mostly in need of something else, unless he is in the story.
  return !speaksOfOneself(asked.text) || !changesSubject(source, index, asked)
}
