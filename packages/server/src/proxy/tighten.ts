import type { IncomingHttpHeaders } from 'node:http'
import type { ContextError } from '@pleat/core'
import type { Compression, ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import { findSignal } from '../gate/session-id.ts'
import type { ContextWindows, WindowQuestion } from './context-windows.ts'
import { type FoldDeps, type FoldRequest, foldAndSplice, type Rewrite } from './fold-and-splice.ts'
import type { SentTokens } from './sent-tokens.ts'
import { mayBeTightened } from './window-bypass.ts'

/** Folds a request tighter after the provider reported that it is too long. Undefined if that cannot help. */
export type Tighten = (error: ContextError, sent: SentTokens) => Promise<Rewrite | undefined>

export interface TightenDeps extends FoldDeps {
  readonly compression: Compression
  readonly windows: ContextWindows
}

/** Factor on the time that a request waits for its fold, since the alternative is a refusal. */
const PATIENCE = 4

/**
 * Returns the function that folds tighter. Undefined for a request that must stay unchanged:
 * - a first turn, or a body that is not a conversation
 * - a bypass other than `short-conversation`
 * - an observed or held-out session
 */
export function planTightening(
  deps: TightenDeps,
  request: Omit<FoldRequest, 'reading' | 'window'>,
  source: {
    readonly original: Buffer
    readonly headers: IncomingHttpHeaders
    readonly questionOf: (facts: ConversationFacts | OpaqueFacts) => WindowQuestion | undefined
  },
): Tighten | undefined {
  const { session, facts, bypass } = request
  if (!mayBeTightened(bypass, facts) || deps.treatments.of(session, request.caller) !== 'fold') return undefined
  const question = source.questionOf(facts)
  if (question === undefined) return undefined
  return async (error, sent) => {
    if (!deps.windows.learn(question, error, sent)) return undefined
    const { accountId } = session
    const affinity = findSignal(source.headers, [])?.id ?? ''
    const { format } = question
    const reading = await deps.compression.read(source.original, { accountId, affinity, format, patience: PATIENCE })
    try {
      const window = deps.windows.roomFor(question)
      const rewrite = await foldAndSplice(deps, { ...request, reading, bypass: undefined, window })
      return rewrite.prepared.body ? rewrite : undefined
    } finally {
      reading.release({ cloud: undefined })
    }
  }
}
