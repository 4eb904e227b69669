import { chooseSentences } from './choose-sentences.ts'
import { type MessageFacts, messageFacts } from './message-facts.ts'
import { messageKey } from './message-key.ts'
import { type ProtectionMode, protectedMessages } from './protected-tail.ts'
import { renderTurn } from './render-view.ts'
import type { TranscriptMemo } from './transcript-memo.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface EnhanceInput<Message extends TranscriptMessage = TranscriptMessage> {
  readonly messages: readonly Message[]
  readonly mode: ProtectionMode
  /** Tokens of a text; called once for each message, each elided passage and the view. */
  readonly count: (text: string) => number
  readonly memo?: TranscriptMemo | undefined
}

/** The enhanced view of a transcript (spec 2.7). A turn is one message. */
export interface Enhanced<Message extends TranscriptMessage = TranscriptMessage> {
  /** False when all messages are inside the protected tail or nothing would be saved. */
  readonly applied: boolean
  readonly serviceMd: string
  /** The newest messages, as received. */
  readonly rawTail: readonly Message[]
  readonly compressedTurns: number
  readonly totalTurns: number
  /** UTF-16 units and tokens by which the view is shorter than the messages it stands for. */
  readonly savedChars: number
  readonly savedTokens: number
}

/** Compresses all but the newest messages of a transcript into a view of one block a turn. Deterministic and linear. */
export function enhance<Message extends TranscriptMessage>(input: EnhanceInput<Message>): Enhanced<Message> {
  const { messages, mode, count } = input
  const compressed = Math.max(0, messages.length - protectedMessages(mode))
  if (!compressed) return untouched(messages)
  const facts = messages.map((message) => factsOf(message, input))
  const serviceMd = viewOf(messages, facts, { compressed, count })
  let chars = -serviceMd.length
  let tokens = -count(serviceMd)
  for (let i = 0; i < compressed; i++) {
    chars += messages[i]!.content.length
    tokens += facts[i]!.tokens
  }
  if (tokens <= 0 || chars <= 0) return untouched(messages)
  return {
    applied: true,
    serviceMd,
    rawTail: messages.slice(compressed),
    compressedTurns: compressed,
    totalTurns: messages.length,
    savedChars: chars,
    savedTokens: tokens,
  }
}

function untouched<Message extends TranscriptMessage>(messages: readonly Message[]): Enhanced<Message> {
  const totalTurns = messages.length
  return {
    applied: false,
    serviceMd: '',
    rawTail: messages,
    compressedTurns: 0,
    totalTurns,
    savedChars: 0,
    savedTokens: 0,
  }
}

function factsOf(message: TranscriptMessage, input: Pick<EnhanceInput, 'count' | 'memo'>): MessageFacts {
  const key = input.memo ? messageKey(message) : ''
  const known = input.memo?.get(key)
  if (known) return known
  const facts = messageFacts(message, input.count)
  input.memo?.set(key, facts)
  return facts
}

/** Tokens of a head, its line end and the empty line after the block. */
const HEAD_TOKENS = 6

function viewOf(
  messages: readonly TranscriptMessage[],
  facts: readonly MessageFacts[],
  context: { readonly compressed: number; readonly count: (text: string) => number },
): string {
  const { compressed, count } = context
  const shown = facts.slice(0, compressed)
  const frequency = new Map<number, number>()
  for (const { sentences } of facts) {
    const terms = new Set<number>()
    for (const sentence of sentences) for (const term of sentence.terms) terms.add(term)
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const information = (term: number): number => Math.log(1 + messages.length / (frequency.get(term) ?? 1))
  const weights = roleWeights(messages, shown)
  const room = shown.reduce((sum, { tokens }) => sum + roomOf(tokens) - HEAD_TOKENS, 0)
  const wholeTokens = (turn: number): number => (weights[turn]! > 1 ? 400 : 90)
  const chosen = chooseSentences({ facts: shown, weights, room, wholeTokens, information })
  const none = new Set<number>()
  return shown
    .map((each, i) =>
      renderTurn(
        { message: messages[i]!, facts: each, chosen: chosen[i]!, verbatim: none, marks: new Map(), count },
        i + 1,
      ),
    )
    .join('\n\n')
}

/** Tokens of the view that a message of this size brings: long messages at a fifth, short ones at up to six tenths. */
function roomOf(tokens: number): number {
  return Math.min(0.68 * tokens, 23 + 0.18 * tokens)
}

/** Who says less in all says more with each word: their sentences weigh more, up to six times. */
function roleWeights(messages: readonly TranscriptMessage[], facts: readonly MessageFacts[]): number[] {
  const said = { user: 1, assistant: 1 }
  facts.forEach((each, i) => {
    said[messages[i]!.role] += each.tokens
  })
  const user = Math.min(6, Math.max(1, 1.3 * Math.sqrt(said.assistant / said.user)))
  return facts.map((_, i) => (messages[i]!.role === 'user' ? user : 1))
}
