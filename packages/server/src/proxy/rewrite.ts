import { type Conversation, type Edit, type FoldState, findProblem, splice } from '@pleat/core'
import type { Log } from '../ports.ts'
import { type Soon, whenThere } from '../soon.ts'
import type { CacheWatch } from './cache-watch.ts'
import type { Counters } from './counters.ts'
import { type FoldDeps, type Folding, type FoldRequest, foldRequestInSlices } from './fold-request.ts'

export interface RewriteDeps extends FoldDeps {
  readonly log: Log
  readonly counters: Counters
}

/** What the fold made of a request. Without a body the original goes out. */
export interface Rewrite {
  readonly body: Buffer | undefined
  readonly outcome: string
  readonly state: FoldState | undefined
  /** Raw tokens that the rewritten body has less than the original. */
  readonly savedTokens: number
  /** Waits for the receipt, with objective `cost`. */
  readonly watch?: CacheWatch | undefined
}

/** A request that goes out as it came, and why. */
export function unchanged(outcome: string): Rewrite {
  return { body: undefined, outcome, state: undefined, savedTokens: 0 }
}

/**
 * Folds and splices. Whatever fails in here, the request still goes out as it came (fail open): compression is never
 * worth an answer.
 */
export function rewrite(deps: RewriteDeps, request: FoldRequest): Soon<Rewrite> {
  const failOpen = (error: unknown): Rewrite => {
    deps.counters.add('fold_failed')
    deps.log.error({ error }, 'A request could not be folded; it is sent as it came.')
    return unchanged('error')
  }
  try {
    const folding = foldRequestInSlices(deps, request)
    const rewritten = whenThere(folding, (there) => spliceEdits(deps, request.conversation, there))
    return rewritten instanceof Promise ? rewritten.catch(failOpen) : rewritten
  } catch (error) {
    return failOpen(error)
  }
}

function spliceEdits(deps: RewriteDeps, conversation: Conversation, folding: Folding): Rewrite {
  const { edits, state, outcome, savedTokens } = folding
  if (edits.length === 0) return { body: undefined, outcome, state, savedTokens: 0 }
  const body = checked(deps, conversation, edits)
  return body === undefined ? { ...unchanged('self-check'), state } : { body, outcome, state, savedTokens }
}

/** The spliced body, or undefined when the provider would refuse it: that is our mistake and not the client's affair. */
export function checked(deps: RewriteDeps, conversation: Conversation, edits: readonly Edit[]): Buffer | undefined {
  const text = splice(conversation, edits)
  const problem = findProblem(conversation.format, text)
  if (problem === undefined) return Buffer.from(text, 'utf8')
  deps.counters.add('self_check_failed')
  deps.log.error({ problem }, 'A rewritten request failed its own check; it is sent as it came.')
  return undefined
}
