import { setImmediate } from 'node:timers/promises'
import {
  type Conversation,
  createMessageMemo,
  createTokenMemo,
  type FoldState,
  findProblem,
  NO_CACHING,
  prepareLexicons,
  readRequest,
  splice,
  type TranscriptMessage,
} from '@pleat/core'
import { type FoldDeps, foldRequest } from './fold-request.ts'

const MEMO_BYTES = 1024 * 1024
const FORMAT = 'openai-chat'
const MODEL = 'gpt-4o'

/**
 * Folds a built-in conversation turn by turn, as a client would send it, so that compilation and loading do not delay the first
 * real fold. Leaves no state, and pauses between turns.
 * @param afterFold further work with each state.
 */
export async function warmUpFold(
  deps: Pick<FoldDeps, 'hash' | 'vectors'>,
  messages: readonly TranscriptMessage[],
  afterFold: (conversation: Conversation, state: FoldState) => void = () => {},
): Promise<void> {
  for (const _ of prepareLexicons()) await setImmediate()
  const { hash, vectors } = deps
  const memo = createMessageMemo(MEMO_BYTES)
  const tokenMemo = createTokenMemo(MEMO_BYTES)
  let state: FoldState | undefined
  for (let length = 1; length <= messages.length; length += 2) {
    const body = JSON.stringify({ model: MODEL, messages: messages.slice(0, length) })
    const view = readRequest(body, FORMAT, { hash, memo })
    if (view.kind !== 'conversation') return
    const { conversation } = view
    const folding = foldRequest(
      { hash, tokenMemo, vectors },
      { conversation, state, objective: 'tokens', caching: NO_CACHING, cacheSigns: [] },
    )
    findProblem(FORMAT, splice(conversation, folding.edits))
    state = folding.state
    afterFold(conversation, state)
    await setImmediate()
  }
}
