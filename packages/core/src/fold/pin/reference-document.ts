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
    const standsOut = comparedToOthers(source)
    return (index) =>
      state.tokens[index]! >= leastTokens &&
      genreOf(state, policy) === 'chat' &&
      !artifactSigns(source).mayBeTerminal &&
      standsOut(index) &&
      !isPrinted(saidIn(transcript, index), policy.pins.document.mostPrinted)
  },
}

/**
 * Returns whether at least half of the user's other messages are far shorter than a message. Among long messages, none is
 * special. The lengths are sorted once, since before the first fold all messages are compared in each turn.
 */
function comparedToOthers({ state, policy }: Source): (index: number) => boolean {
  let sorted: Int32Array | undefined
  return (index) => {
    sorted ??= Int32Array.from(
      state.tokens.filter((_, i) => i >= state.systemEnd && i < state.keys.length && state.roles[i] === 'user'),
    ).sort()
    const others = sorted.length - (state.roles[index] === 'user' ? 1 : 0)
    const half = sorted[Math.ceil(others / 2) - 1]
    // The message itself is longer than the half of the others, so it is not among them.
    return half !== undefined && half <= state.tokens[index]! / policy.pins.document.times
  }
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
