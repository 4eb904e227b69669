import type { Role } from '../conversation.ts'
import { findOrAdd } from '../maps.ts'

/** One text of a message as the fold reads it. */
export interface Piece {
  /**
   * - `said`: text of a person or a model.
   * - `call`: arguments of a tool call.
   * - `result`: output of a tool.
   * - `quoted`: output of a provider's tool or a search result, in a part that is never edited.
   */
  readonly kind: 'said' | 'call' | 'result' | 'quoted'
  readonly text: string
  /** The tool's name on a `call`. */
  readonly name?: string
  readonly isError?: boolean
  /** The id of the call that a `call` makes or a `result` answers. */
  readonly callId?: string
  /** The address of the text, so that it can be shortened: part and leaf of its message. */
  readonly part: number
  readonly leaf: number
}

/**
 * The messages as the fold sees them, on any wire. Texts are decoded on request and not cached, so that the memory of a session
 * does not grow with its text.
 */
export interface Transcript {
  readonly length: number
  /** Estimated tokens of the request outside of its messages: instructions, tools. */
  readonly pinnedTokens: number
  roleOf(index: number): Role
  /** The name of one of several speakers in that role. Usually undefined. */
  nameOf(index: number): string | undefined
  /** Content hash of the message; equal keys mean equal content. */
  keyOf(index: number): string
  /** o200k tokens of the message as the client sent it, including the frame. */
  tokensOf(index: number): number
  piecesOf(index: number): readonly Piece[]
  /** Ids of the calls that a message makes and of those that it answers. */
  callsOf(index: number): readonly string[]
  answersOf(index: number): readonly string[]
  /** The same for the tools of the provider, which it calls and answers itself. */
  serverCallsOf(index: number): readonly string[]
  serverAnswersOf(index: number): readonly string[]
  /** False for a message that no fold may cross. */
  isFoldable(index: number): boolean
  /** True for a message that keeps its position although a fold passes it: instructions, settings, loaded tools. */
  isKept(index: number): boolean
  /** True for instructions that a fold moves after its digest, because the wire restricts their neighbours. */
  isCarried(index: number): boolean
  hasThinking(index: number): boolean
  /** Indexes of the `thinking` parts of a message that may be dropped. */
  thinkingOf(index: number): readonly number[]
  /** True for models whose thinking is bound to everything before it. */
  readonly bindsThinking: boolean
  /** Kinds of content other than text that are removed with the message ("image", "document"). */
  opaqueKindsOf(index: number): readonly string[]
  /** True for a message with a file whose tokens are estimated, because its pages are unknown. */
  hasUncountedFile(index: number): boolean
}

/** Messages `[from, to)`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Counts o200k tokens of a text. The same text must have the same count in every process. */
export type CountTokens = (text: string) => number

/** Tokens of a message in addition to its text. */
export const MESSAGE_FRAME_TOKENS = 4

/** The indices from `from` to before `to`. */
export function indicesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place)
}

/** The keys of messages `[from, to)`. */
export function keysOf(transcript: Transcript, from: number, to: number): string[] {
  return indicesOf(from, to).map((index) => transcript.keyOf(index))
}

/**
 * The speaker of a piece of message `index`. Tool output and search results belong to the tool, in any message: neither
 * the user nor the assistant said them.
 */
export function speakerOf(transcript: Transcript, index: number, { kind }: Pick<Piece, 'kind'>): Role {
  return isOfTool(kind) ? 'tool' : transcript.roleOf(index)
}

function isOfTool(kind: Piece['kind']): boolean {
  return kind === 'result' || kind === 'quoted'
}

/**
 * Returns a reader that reads each message of a transcript once. All requests of a long history without a known state
 * are replayed together, and read the same messages repeatedly.
 */
export function perMessage<Value>(
  read: (transcript: Transcript, index: number) => Value,
): (transcript: Transcript, index: number) => Value {
  const known = new WeakMap<Transcript, Map<number, Value>>()
  return (transcript, index) => {
    const values = findOrAdd(known, transcript, () => new Map<number, Value>())
    const before = values.get(index)
    // `undefined` may be the value of a message.
    if (before !== undefined || values.has(index)) return before as Value
    const value = read(transcript, index)
    values.set(index, value)
    return value
  }
}

/** The text of message `index` without tool input, tool output and search results. */
export function saidIn(transcript: Transcript, index: number): string {
  return transcript
    .piecesOf(index)
    .filter((piece) => piece.kind === 'said')
    .map((piece) => piece.text)
    .join('\n')
}

/** The texts of tool output and search results in message `index`. */
export function outputIn(transcript: Transcript, index: number): readonly string[] {
  return transcript.piecesOf(index).flatMap(({ kind, text }) => (isOfTool(kind) ? [text] : []))
}
