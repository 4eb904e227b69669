import { setImmediate } from 'node:timers/promises'
import {
  type Conversation,
  createMessageMemo,
  createTokenMemo,
  type FoldState,
  findProblem,
  NO_CACHING,
  prepareLexicons,
  splice,
  type TranscriptMessage,
} from '@pleat/core'
import { type FoldDeps, foldRequest } from './fold-request.ts'
import { type ReadDeps, readBodyView } from './read-body.ts'

const MEMO_BYTES = 1024 * 1024
const FORMAT = 'openai-chat'
const MODEL = 'gpt-4o'

/**
 * Folds a built-in conversation turn by turn, as a client would send it, so that compilation and loading do not delay the first
 * real fold. Leaves no state, and pauses between turns.
 * @param resume returns the state as another node would read it.
 */
export async function warmUpFold(
  deps: ReadDeps & Pick<FoldDeps, 'vectors'>,
  messages: readonly TranscriptMessage[],
  resume: (conversation: Conversation, state: FoldState) => FoldState = (_, state) => state,
): Promise<void> {
  for (const _ of prepareLexicons()) await setImmediate()
  const { hash, vectors } = deps
  const known = createMessageMemo(MEMO_BYTES)
  const tokenMemo = createTokenMemo(MEMO_BYTES)
  let state: FoldState | undefined
  for (let length = 1; length <= messages.length; length += 2) {
    const body = JSON.stringify({ model: MODEL, messages: messages.slice(0, length) })
    // Every other turn is read as if another node had read the earlier ones: none of its messages is known here.
    const memory = length % 4 === 1 ? createMessageMemo(MEMO_BYTES) : known
    const read = { owner: '', messages: memory, recentBodies: undefined }
    const view = readBodyView(deps, read, FORMAT, Buffer.from(body))
    if (view.kind !== 'conversation') return
    const { conversation } = view
    const folding = foldRequest(
      { hash, tokenMemo, vectors },
      { conversation, state, objective: 'tokens', caching: NO_CACHING, cacheSigns: [] },
    )
    findProblem(FORMAT, splice(conversation, folding.edits))
    state = resume(conversation, folding.state)
    await setImmediate()
  }
}
