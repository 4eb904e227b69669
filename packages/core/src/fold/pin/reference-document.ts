import { artifactSigns } from '../active-artifact.ts'
import { blocksOf } from '../digest/typed/blocks.ts'
import { genreOf } from '../genre.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { KEEPS_NONE, type PinRule } from './pin-rule.ts'

/** Kinds of blocks that machines print, which are usually read once. */
const PRINTED: ReadonlySet<string> = new Set(['log', 'trace'])

/**
 * Pins the text that a conversation is about: an article, a contract, a scene, a report. A user who writes short messages may
 * ask for any of its sentences next, or for all of it in other words. Before the first fold, too few messages are known to
 * distinguish it.
 */
export const referenceDocument: PinRule = {
  moments: ['append', 'firstFold'],
  material: 'text',
  isTemporary: true,
  reader(source, moment) {
    const { transcript, state, policy } = source
    const { leastTokens } = policy.pins.document
    if (moment === 'append' && state.boundary <= state.systemEnd) return KEEPS_NONE
    return (index) =>
      state.tokens[index]! >= leastTokens &&
      genreOf(state, policy) === 'chat' &&
      !artifactSigns(source).mayBeTerminal &&
      standsOut(source, index) &&
      !isPrinted(saidIn(transcript, index), policy.pins.document.mostPrinted)
  },
}

/** True if at least half of the user's other messages are far shorter. Among long messages, none is special. */
function standsOut({ state, policy }: Source, index: number): boolean {
  const most = state.tokens[index]! / policy.pins.document.times
  let said = 0
  let short = 0
  for (let i = state.systemEnd; i < state.keys.length; i++) {
    if (i === index || state.roles[i] !== 'user') continue
    said++
    if (state.tokens[i]! <= most) short++
  }
  return said > 0 && 2 * short >= said
}

function isPrinted(text: string, most: number): boolean {
  let printed = 0
  let all = 0
  for (const { kind, lines } of blocksOf(text)) {
    const filled = lines.filter((line) => line.trim()).length
    all += filled
    if (PRINTED.has(kind)) printed += filled
  }
  return printed > most * all
}
