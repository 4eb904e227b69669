import type { WireMessage } from '../recordings.ts'
import type { WireKind } from '../scoring.ts'

/** Messages `[from, to)` that a request contains or omits together: one message, or tool calls and their results. */
export interface Unit {
  readonly from: number
  readonly to: number
}

/** The messages that every baseline sends with any budget, and those among which it chooses. */
export interface Split {
  /** Number of messages at the start: the instructions and, on the messages wire, the first message. */
  readonly lead: number
  /** The units between `lead` and `newest`, oldest first. */
  readonly older: readonly Unit[]
  /** Start of the newest unit, which the request is about. */
  readonly newest: number
}

/** Splits a request. Messages with the role `system` within the conversation are units like others. */
export function splitRequest(messages: readonly WireMessage[], kind: WireKind): Split {
  const lead = leadOf(messages, kind)
  const units: Unit[] = []
  for (let from = lead; from < messages.length; ) {
    let to = from + 1
    if (callsIn(messages[from]!).length) while (to < messages.length && resultsIn(messages[to]!).length) to++
    units.push({ from, to })
    from = to
  }
  const newest = units.at(-1)?.from ?? messages.length
  return { lead, older: units.slice(0, -1), newest }
}

function leadOf(messages: readonly WireMessage[], kind: WireKind): number {
  let lead = 0
  while (messages[lead]?.role === 'system') lead++
  return kind === 'anthropic' && lead < messages.length - 1 ? lead + 1 : lead
}

/** Ids of the tool calls that a message makes. */
export function callsIn({ tool_calls, content }: WireMessage): readonly string[] {
  const calls = (tool_calls ?? []).map(({ id }) => id)
  if (typeof content === 'string' || !content) return calls
  return [...calls, ...content.flatMap(({ type, id }) => (type === 'tool_use' && id ? [id] : []))]
}

/** Ids of the tool calls that a message answers. */
export function resultsIn({ tool_call_id, content }: WireMessage): readonly string[] {
  if (tool_call_id !== undefined) return [tool_call_id]
  if (typeof content === 'string' || !content) return []
  return content.flatMap(({ type, tool_use_id }) => (type === 'tool_result' && tool_use_id ? [tool_use_id] : []))
}
