import { type Conversation, type Edit, findProblem, splice } from '@pleat/core'
import { ownedBytes } from '../large-buffer.ts'
import type { Log } from '../ports.ts'
import type { CounterSink } from './counter-sink.ts'

/** Returns the spliced body. Undefined if the provider would refuse it; the original is then sent. */
export function checkedSplice(
  { counters, log }: { readonly counters: CounterSink; readonly log: Log },
  conversation: Conversation,
  edits: readonly Edit[],
): Buffer | undefined {
  const text = splice(conversation, edits)
  const problem = findProblem(conversation.format, text)
  if (problem === undefined) return ownedBytes(text)
  counters.add('self_check_failed')
  log.error({ problem }, 'A rewritten request failed its own check; the original is sent.')
  return undefined
}
