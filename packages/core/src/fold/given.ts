import { holdsRows } from './data-rows.ts'
import { blocksOf } from './digest/typed/blocks.ts'
import { isHandedOver, leastHandedOver } from './handed-over.ts'
import { beginsWithReminder, givesRole, givesRules } from './orders.ts'
import type { Source } from './source.ts'
import { letStand } from './standing.ts'
import type { FoldState } from './state.ts'
import { saidIn } from './transcript.ts'
import { CODE_FENCE } from './work-in-hand.ts'

const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'file', 'input_audio', 'container_upload'])
/** In characters; less is an example or a setting. */
const LEAST_DATA = 150
const LEAST_JSON = 600
/** Longer is a task with all that belongs to it, of which the first lines say most. */
const MOST_ORDER_TOKENS = { role: 2000, reminder: 8000 }
/**
 * So many of these messages stay, and this share of all that the user says: who sends one with every message is a machine
 * that shows its screen, of which the newest counts.
 */
const MOST_STANDING = { messages: 10, share: 0.25 }

/**
 * Has message `index`, the newest of the history, stand for good when the user gives in it what no words of a digest can
 * stand for: pictures, sound and files, which nobody but the client has; data, of which a sum needs every row; and who
 * the model is to be, where that is not said in instructions of their own.
 */
export function keepGiven(source: Source, index: number): void {
  const { transcript, state } = source
  if (state.roles[index] !== 'user' || transcript.answersOf(index).length > 0) return
  if (transcript.opaqueKindsOf(index).some((kind) => MEDIA.has(kind))) letGivenStand(state, index)
  else if (isRoomFor(source, index) && isGivenInText(source, index)) letTextStand(state, index)
  // Before the first fold more will be known of how long a message of this user is.
  else if (state.boundary > state.lead) keepHandedOver(source, index)
}

/** Has stand what is known for what it is only now that something is to be folded: called before that, where people talk. */
export function keepBeforeFolding(source: Source): void {
  keepFirstRules(source)
  const { state } = source
  const least = leastHandedOver(state)
  for (let index = state.lead; index < state.keys.length; index++) {
    if (state.tokens[index]! >= least) keepHandedOver(source, index)
  }
}

function keepHandedOver(source: Source, index: number): void {
  const { transcript, state } = source
  if (state.roles[index] !== 'user' || state.standing.has(index) || transcript.answersOf(index).length > 0) return
  if (!isRoomFor(source, index) || !isHandedOver(source, index)) return
  if (letTextStand(state, index)) state.handedOver = [...state.handedOver, index]
}

/** These texts have been folded after all, and leave their place to others. */
export function forget(state: FoldState, texts: readonly number[]): void {
  state.handedOver = state.handedOver.filter((index) => !texts.includes(index))
  state.givenMessages -= texts.length
  for (const index of texts) state.givenTokens -= state.tokens[index]!
}

/** The user's first message, when it is mostly rules. */
function keepFirstRules(source: Source): void {
  const { transcript, state } = source
  const first = state.roles.indexOf('user')
  if (first < 0 || state.standing.has(first) || state.tokens[first]! > MOST_ORDER_TOKENS.role) return
  // Where code is the answer it was a task, with all the advice that belongs to it.
  const isTask = first + 1 < state.keys.length && saidIn(transcript, first + 1).includes(CODE_FENCE)
  if (!isTask && isRoomFor(source, first) && givesRules(saidIn(transcript, first))) letTextStand(state, first)
}

/** More text than any recall may give is not kept either. */
function isRoomFor({ state, policy }: Source, index: number): boolean {
  return state.givenTokens + state.tokens[index]! <= policy.mostRecallTokens
}

function isGivenInText({ transcript, state }: Source, index: number): boolean {
  const text = saidIn(transcript, index)
  const tokens = state.tokens[index]!
  const isFirst = state.roles.indexOf('user') === index
  if (isFirst && tokens <= MOST_ORDER_TOKENS.reminder && beginsWithReminder(text)) return true
  return (tokens <= MOST_ORDER_TOKENS.role && givesRole(text)) || holdsData(text)
}

function letTextStand(state: FoldState, index: number): boolean {
  const stands = letGivenStand(state, index)
  if (stands) state.givenTokens += state.tokens[index]!
  return stands
}

function letGivenStand(state: FoldState, index: number): boolean {
  const said = state.roles.reduce((sum, role) => (role === 'user' ? sum + 1 : sum), 0)
  if (state.givenMessages >= Math.max(MOST_STANDING.messages, MOST_STANDING.share * said)) return false
  state.givenMessages++
  letStand(state, { from: index, to: index + 1, isExempt: true })
  return true
}

/** Whether the text holds a table, in whatever notation, or JSON, long enough to be data. */
function holdsData(text: string): boolean {
  if (text.length < LEAST_DATA) return false
  return holdsRows(text) || blocksOf(text).some(({ kind, lines }) => kind === 'json' && sizeOf(lines) >= LEAST_JSON)
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}
