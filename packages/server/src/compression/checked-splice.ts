import { type Conversation, type Edit, findProblem, splice } from '@pleat/core'
import { ownedBytes } from '../large-buffer.ts'
import type { Log } from '../ports.ts'
import type { CounterSink } from './counter-sink.ts'

/**
 * Returns the spliced body. Undefined if the provider would refuse it; the original is then sent. That is counted as a
 * failure unless the original breaks a rule itself.
 */
export function checkedSplice(
  { counters, log }: { readonly counters: CounterSink; readonly log: Log },
  conversation: Conversation,
  edits: readonly Edit[],
): Buffer | undefined {
  const { format, body } = conversation
  const text = splice(conversation, edits)
  const problem = findProblem(format, text)
  if (problem === undefined) return ownedBytes(text)
  const own = findProblem(format, body.toString())
  if (own !== undefined) {
    log.info({ problem: own }, 'A request breaks a rule of its API; it is sent unchanged.')
    return undefined
  }
  counters.add('self_check_failed')
  log.error({ problem }, 'A rewritten request failed its own check; the original is sent.')
  return undefined
}
