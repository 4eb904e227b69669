import type { Role } from '../conversation.ts'

/** One text of a message as the fold reads it. */
export interface Piece {
  /** `said`: text of a person or a model; `call`: arguments of a tool call; `result`: output of a tool. */
  readonly kind: 'said' | 'call' | 'result'
  readonly text: string
  /** The tool's name on a `call`. */
  readonly name?: string
  readonly isError?: boolean
  /** The id of the call that a `call` makes or a `result` answers. */
  readonly callId?: string
  /** Where the text stands, so that it can be shortened: part and leaf of its message. */
  readonly part: number
  readonly leaf: number
}

/**
 * The messages as the fold sees them, whatever wire they came over. Texts are decoded when asked for and not kept, so
 * that the memory of a session does not grow with its text.
 */
export interface Transcript {
  readonly length: number
  /** About how many tokens the request has beside its messages: instructions, tools. */
  readonly pinnedTokens: number
  roleOf(index: number): Role
  /** Which of several speakers of that role it is; mostly nobody says. */
  nameOf(index: number): string | undefined
  /** Content hash of the message; equal keys mean equal content. */
  keyOf(index: number): string
  /** o200k tokens of the message as the client sent it, frame included. */
  tokensOf(index: number): number
  piecesOf(index: number): readonly Piece[]
  /** Ids of the calls a message makes and of those it answers. */
  callsOf(index: number): readonly string[]
  answersOf(index: number): readonly string[]
  /** False for a message that no fold may cross. */
  isFoldable(index: number): boolean
  /** True for a message that stays as it is where it is although a fold passes it: instructions amid the conversation. */
  isKept(index: number): boolean
  /** True for a message that leaves its place with a fold and stands again behind it: such instructions, where a wire has rules for their neighbours. */
  isCarried(index: number): boolean
  hasThinking(index: number): boolean
  /** Indexes of the `thinking` parts of a message that may leave it. */
  thinkingOf(index: number): readonly number[]
  /** True on models whose thinking is bound to everything that stood before it. */
  readonly bindsThinking: boolean
  /** Kinds of things that leave with the message and are not text ("image", "document"). */
  opaqueKindsOf(index: number): readonly string[]
}

/** Counts o200k tokens of a text. The same text must count the same in every process. */
export type CountTokens = (text: string) => number

/** Tokens that a message costs beside its text. */
export const MESSAGE_FRAME_TOKENS = 4

/** Who speaks in a piece of message `index`: what a tool gave is the tool's, whoever brings it. */
export function speakerOf(transcript: Transcript, index: number, { kind }: Pick<Piece, 'kind'>): Role {
  return kind === 'result' ? 'tool' : transcript.roleOf(index)
}

/**
 * Makes a reader of messages that reads each message of a transcript once: the requests of a long history, which are all
 * worked on at once where nothing is remembered, look at the same messages again and again.
 */
export function perMessage<Value>(
  read: (transcript: Transcript, index: number) => Value,
): (transcript: Transcript, index: number) => Value {
  const known = new WeakMap<Transcript, Map<number, Value>>()
  return (transcript, index) => {
    const values = known.get(transcript) ?? new Map<number, Value>()
    known.set(transcript, values)
    const value = values.get(index) ?? read(transcript, index)
    values.set(index, value)
    return value
  }
}

/** What was said in message `index`, without what tools were given and gave. */
export function saidIn(transcript: Transcript, index: number): string {
  return transcript
    .piecesOf(index)
    .filter((piece) => piece.kind === 'said')
    .map((piece) => piece.text)
    .join('\n')
}
