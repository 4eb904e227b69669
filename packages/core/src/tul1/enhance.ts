import type { KnownConflicts } from './marks/annotate.ts'
import { messageKey } from './message-key.ts'
import { PROTECTED_MESSAGES, type ProtectionMode } from './protected-tail.ts'
import { transcriptFacts } from './transcript-facts.ts'
import type { TranscriptMemo } from './transcript-memo.ts'
import type { TranscriptMessage } from './transcript-message.ts'
import { viewOf } from './view.ts'

export interface EnhanceInput<Message extends TranscriptMessage = TranscriptMessage> {
  readonly messages: readonly Message[]
  readonly mode: ProtectionMode
  /** Counts the tokens of a text. Called once or twice for each message, each passage of code or data, and the view. */
  readonly count: (text: string) => number
  readonly memo?: TranscriptMemo | undefined
}

/** The enhanced view of a transcript (spec 2.7). A turn is one message. */
export interface Enhanced<Message extends TranscriptMessage = TranscriptMessage> {
  /** False if all messages are inside the protected tail or nothing would be saved. */
  readonly applied: boolean
  readonly serviceMd: string
  /** The newest messages, as received. */
  readonly rawTail: readonly Message[]
  readonly compressedTurns: number
  readonly totalTurns: number
  /** UTF-16 units and tokens by which the view is shorter than the messages that it replaces. */
  readonly savedChars: number
  readonly savedTokens: number
  /** Tokens of the messages that the view replaces. */
  readonly replacedTokens: number
}

/** Compresses all but the newest messages of a transcript into a view with one block per turn. Deterministic and linear. */
export function enhance<Message extends TranscriptMessage>(input: EnhanceInput<Message>): Enhanced<Message> {
  const { messages, mode, count } = input
  const compressed = Math.max(0, messages.length - PROTECTED_MESSAGES[mode])
  if (!compressed) return untouched(messages)
  const { facts, keys } = transcriptFacts(messages, input)
  const known = input.memo && knownConflicts(keys, input.memo)
  const view = viewOf(messages, facts, { compressed, count, known })
  const serviceMd = view.text
  let chars = -serviceMd.length
  let replacedTokens = 0
  for (let i = 0; i < compressed; i++) {
    chars += messages[i]!.content.length
    replacedTokens += facts[i]!.tokens
  }
  const savedTokens = replacedTokens - view.tokens
  if (savedTokens <= 0 || chars <= 0) return untouched(messages)
  return {
    applied: true,
    serviceMd,
    rawTail: messages.slice(compressed),
    compressedTurns: compressed,
    totalTurns: messages.length,
    savedChars: chars,
    savedTokens,
    replacedTokens,
  }
}

function untouched<Message extends TranscriptMessage>(messages: readonly Message[]): Enhanced<Message> {
  return { ...NOTHING, rawTail: messages, totalTurns: messages.length }
}

const NOTHING = { applied: false, serviceMd: '', compressedTurns: 0, savedChars: 0, savedTokens: 0, replacedTokens: 0 }

/** The conflicts of a message depend on all messages before it, so the memo's key combines all of their keys. */
function knownConflicts(keys: readonly string[], { conflicts }: TranscriptMemo): KnownConflicts {
  let chain = ''
  const chains = keys.map((key) => {
    chain = messageKey({ role: 'user', content: `${chain}\n${key}` })
    return chain
  })
  return {
    get: (turn) => conflicts.get(chains[turn]!),
    set: (turn, found) => conflicts.set(chains[turn]!, found),
  }
}
