import { createRecentMap, type RecentMap } from '../recent-map.ts'
import { looksLikeCode } from './digest/ledger-lines.ts'
import { separatorOf } from './digest/typed/block-kind.ts'
import { blocksOf } from './digest/typed/blocks.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { saidIn } from './transcript.ts'

/** Lines of the least block of code or data. */
const LEAST_LINES = 4
/** Share of the lines of code that are set in, or close what was. */
const LEAST_SET_IN = 0.3

export const CODE_FENCE = '```'
/** What somebody gives to have it worked on. What machines print, logs and traces, is looked at once. */
const WORKED_ON: ReadonlySet<string> = new Set(['code', 'json', 'table', 'diff'])

/** Whether the text holds code, with or without a fence, or data: anything of which every character counts. */
export function holdsCode(text: string): boolean {
  if (text.includes(CODE_FENCE)) return true
  return blocksOf(text).some(
    ({ kind, lines }) => lines.length >= LEAST_LINES && (WORKED_ON.has(kind) || (kind === 'prose' && isLoose(lines))),
  )
}

/** Program text or rows of cells without a fence. */
function isLoose(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim())
  if (filled.length < LEAST_LINES) return false
  const setIn = filled.filter((line) => /^(?:\s{2,}|\t|\s*[}\])])/.test(line)).length
  if (setIn >= LEAST_SET_IN * filled.length && looksLikeCode(filled)) return true
  // The line before the rows may say what they are.
  return separatorOf(filled) !== undefined || separatorOf(filled.slice(1)) !== undefined
}

/**
 * The newest message of the tail in which the user handed over what is being worked on, code, data or a long text, as long
 * as it is not further back than a few exchanges: what comes next is most likely about it, whatever words that is put in.
 * None where most of what the user says is of that kind: then it is no person who speaks, but a shell.
 */
export function workInHand(source: Source): number | undefined {
  const { state, policy } = source
  const { newest, isShell } = workSigns(source)
  const { reach } = policy.conversation.artifact
  const isFar = newest === undefined || newest < Math.max(state.boundary, state.keys.length - reach)
  return isFar || isShell ? undefined : newest
}

/** What the user's newest messages show of what is worked on. */
interface WorkSigns {
  readonly newest: number | undefined
  /** Whether it is no person who speaks as the user, but a shell that prints. */
  readonly isShell: boolean
  /** The same where the signs are fewer: not much less than every other message holds code. */
  readonly mayBeShell: boolean
}

export function workSigns(source: Source): WorkSigns {
  const { transcript, state, policy } = source
  const { among, least, share, codeShare } = policy.conversation.shell
  const end = state.keys.length
  const said: number[] = []
  for (let index = end - 1; index >= Math.max(state.lead, end - among); index--) {
    if (state.roles[index] === 'user' && !transcript.answersOf(index).length) said.push(index)
  }
  const works = said.filter((index) => isWork(source, index))
  const isShell = works.length >= least && works.length > share * said.length
  const code = works.filter((index) => isKnownToHoldCode(source, index)).length
  return { newest: works[0], isShell, mayBeShell: isShell || code > codeShare * said.length }
}

/** A text that is longer than what was answered to it is handed over, and not a question. */
function isWork(source: Source, index: number): boolean {
  const { state, policy } = source
  const tokens = state.tokens[index]!
  // More than any recall may give is not kept either, whatever it is.
  if (tokens > policy.recall.mostTokens) return false
  const isLongText = tokens >= policy.conversation.artifact.textTokens && tokens > (state.tokens[index + 1] ?? 0)
  return isLongText || isKnownToHoldCode(source, index)
}

/** By state, and gone with it: it only saves reading the same message again at the next turns. */
const remembered = new WeakMap<FoldState, RecentMap<boolean>>()

function isKnownToHoldCode({ transcript, state, policy }: Source, index: number): boolean {
  let known = remembered.get(state)
  if (!known) {
    known = createRecentMap(2 * policy.conversation.shell.among)
    remembered.set(state, known)
  }
  const key = transcript.keyOf(index)
  const answer = known.get(key) ?? holdsCode(saidIn(transcript, index))
  known.set(key, answer)
  return answer
}
