import { hash } from 'node:crypto'
import { createSessionCloud, createTokenMemo, type FoldState, NO_CACHING } from '@pleat/core'
import { observeRequestInSteps } from '../compression/fold-request.ts'
import { conversationOf } from './conversation.fixture.ts'
import { ReadMarks } from './read-marks.ts'
import { addHistory, type CountedCloud } from './session-history.ts'

/** The fold state after a request with these texts, alternately of the user and the assistant. */
export function stateOf(
  texts: readonly string[],
  { state, system }: { state?: FoldState; system?: string } = {},
): FoldState {
  const tokenMemo = createTokenMemo(1_000_000)
  const deps = { hash: (text: string) => hash('sha256', text, 'base64url'), tokenMemo, vectors: undefined }
  const request = {
    conversation: conversationOf(texts, system),
    state,
    objective: 'tokens',
    caching: NO_CACHING,
    cacheSigns: [],
  } as const
  const steps = observeRequestInSteps(deps, request)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export function emptyCloud(): CountedCloud {
  return { cloud: createSessionCloud(), marks: new ReadMarks() }
}

/** Adds a whole history without yielding. */
export function add(counted: CountedCloud, state: FoldState): CountedCloud {
  for (const _ of addHistory(counted, state));
  return counted
}

/** The cloud of one conversation. */
export function cloudOf(texts: readonly string[]): CountedCloud {
  return add(emptyCloud(), stateOf(texts))
}
