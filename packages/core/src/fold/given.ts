import { holdsRows } from './data-rows.ts'
import { blocksOf } from './digest/typed/blocks.ts'
import type { Source } from './source.ts'
import { letStand } from './standing.ts'
import { userMessages } from './state.ts'
import { saidIn } from './transcript.ts'

const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'file', 'input_audio', 'container_upload'])
/** In characters; less is an example or a setting. */
const LEAST_DATA = 150
const LEAST_JSON = 600
/**
 * So many of these messages stay, and this share of all that the user says: who sends one with every message is a machine
 * that shows its screen, of which the newest counts.
 */
const MOST_STANDING = { messages: 10, share: 0.25 }

/**
 * Has message `index`, the newest of the history, stand for good when the user gives in it what no words of a digest can
 * stand for: pictures, sound and files, which nobody but the client has; and data, of which a sum needs every row.
 */
export function keepGiven(source: Source, index: number): void {
  const { transcript, state, policy } = source
  if (state.roles[index] !== 'user' || transcript.answersOf(index).length > 0) return
  const isMedia = transcript.opaqueKindsOf(index).some((kind) => MEDIA.has(kind))
  // More data than any recall may give is not kept either.
  const isDataRoom = state.dataTokens + state.tokens[index]! <= policy.mostRecallTokens
  if (!isMedia && !(isDataRoom && holdsData(saidIn(transcript, index)))) return
  if (state.givenMessages >= Math.max(MOST_STANDING.messages, MOST_STANDING.share * userMessages(state))) return
  state.givenMessages++
  if (!isMedia) state.dataTokens += state.tokens[index]!
  letStand(state, { from: index, to: index + 1, isExempt: true })
}

/** Whether the text holds a table, in whatever notation, or JSON, long enough to be data. */
function holdsData(text: string): boolean {
  if (text.length < LEAST_DATA) return false
  return holdsRows(text) || blocksOf(text).some(({ kind, lines }) => kind === 'json' && sizeOf(lines) >= LEAST_JSON)
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}
