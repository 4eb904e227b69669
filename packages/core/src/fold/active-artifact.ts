import { findOrAdd } from '../maps.ts'
import { createRecentMap, type RecentMap } from '../recent-map.ts'
import { looksLikeCode } from './digest/ledger-lines.ts'
import { separatorOf } from './digest/typed/block-kind.ts'
import { blocksOf } from './digest/typed/blocks.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { saidIn } from './transcript.ts'

/** Lines of the smallest block that counts as code or data. */
const LEAST_LINES = 4
/** Least share of lines of code that are indented or close a block. */
const LEAST_INDENTED = 0.3

export const CODE_FENCE = '```'
/** Kinds of blocks that users work on. Logs and traces are usually read once. */
const WORKED_ON: ReadonlySet<string> = new Set(['code', 'json', 'table', 'diff'])

/** True if the text contains code, with or without a fence, or data: content in which every character matters. */
export function holdsCode(text: string): boolean {
  if (text.includes(CODE_FENCE)) return true
  return blocksOf(text).some(
    ({ kind, lines }) =>
      lines.length >= LEAST_LINES && (WORKED_ON.has(kind) || (kind === 'prose' && isUnfenced(lines))),
  )
}

/** True if the lines are program text or table rows without a fence. */
function isUnfenced(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim())
  if (filled.length < LEAST_LINES) return false
  const indented = filled.filter((line) => /^(?:\s{2,}|\t|\s*[}\])])/.test(line)).length
  if (indented >= LEAST_INDENTED * filled.length && looksLikeCode(filled)) return true
  // The first line may be a title of the rows.
  return separatorOf(filled) !== undefined || separatorOf(filled.slice(1)) !== undefined
}

/**
 * Returns the newest message of the tail with the active artifact: code, data or a long text that the user provided within
 * the last few exchanges. Later messages are most likely about it, in any wording. Undefined if most of the user's messages
 * are of that kind, since the user is then a terminal and not a person.
 */
export function activeArtifact(source: Source): number | undefined {
  const { state, policy } = source
  const { newest, isTerminalSession } = artifactSigns(source)
  const { reach } = policy.conversation.artifact
  const isFar = newest === undefined || newest < Math.max(state.boundary, state.keys.length - reach)
  return isFar || isTerminalSession ? undefined : newest
}

/** Findings about artifacts in the user's newest messages. */
interface ArtifactSigns {
  readonly newest: number | undefined
  /** True if the user's messages are the output of a terminal and not written by a person. */
  readonly isTerminalSession: boolean
  /** True if the user may be a terminal, by weaker evidence: nearly half of the messages contain code. */
  readonly mayBeTerminal: boolean
}

export function artifactSigns(source: Source): ArtifactSigns {
  const { transcript, state, policy } = source
  const { among, least, share, codeShare } = policy.conversation.shell
  const end = state.keys.length
  const said: number[] = []
  for (let index = end - 1; index >= Math.max(state.systemEnd, end - among); index--) {
    if (state.roles[index] === 'user' && !transcript.answersOf(index).length) said.push(index)
  }
  const artifacts = said.filter((index) => isArtifact(source, index))
  const isTerminalSession = artifacts.length >= least && artifacts.length > share * said.length
  const code = artifacts.filter((index) => isKnownToHoldCode(source, index)).length
  return { newest: artifacts[0], isTerminalSession, mayBeTerminal: isTerminalSession || code > codeShare * said.length }
}

/** True if a message is an artifact: code, data, or a long text that exceeds its answer and is therefore not a question. */
function isArtifact(source: Source, index: number): boolean {
  const { state, policy } = source
  const tokens = state.tokens[index]!
  // A message larger than any recall is never kept.
  if (tokens > policy.recall.mostTokens) return false
  const isLongText = tokens >= policy.conversation.artifact.textTokens && tokens > (state.tokens[index + 1] ?? 0)
  return isLongText || isKnownToHoldCode(source, index)
}

/** Cache by state, so that a message is not parsed again in the next turns. */
const remembered = new WeakMap<FoldState, RecentMap<boolean>>()

function isKnownToHoldCode({ transcript, state, policy }: Source, index: number): boolean {
  const known = findOrAdd(remembered, state, () => createRecentMap(2 * policy.conversation.shell.among))
  return findOrAdd(known, transcript.keyOf(index), () => holdsCode(saidIn(transcript, index)))
}
