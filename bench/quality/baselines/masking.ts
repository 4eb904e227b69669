import type { WireBlock, WireMessage } from '../recordings.ts'
import type { Method } from '../twin.ts'
import { resultsIn, splitRequest } from './units.ts'

export const MASK = '[old tool output left out]'

/** Replaces the oldest tool results with a mark, one message after the other, until the request fits. Nothing else is removed. */
export const MASK_TOOL_RESULTS: Method = {
  name: 'masking',
  title: 'mask old tool results',
  open(kind) {
    // The same masked message each time, so that it is counted once.
    const masked = new WeakMap<WireMessage, WireMessage>()
    return ({ messages, budgetTokens, tokensOf }) => {
      const { newest } = splitRequest(messages, kind)
      const sent = [...messages]
      let excess = messages.reduce((sum, message) => sum + tokensOf(message), 0) - budgetTokens
      for (let i = 0; i < newest && excess > 0; i++) {
        const message = messages[i]!
        if (!resultsIn(message).length) continue
        const short = masked.get(message) ?? maskResults(message)
        masked.set(message, short)
        const gain = tokensOf(message) - tokensOf(short)
        if (gain <= 0) continue
        sent[i] = short
        excess -= gain
      }
      return sent
    }
  },
}

function maskResults(message: WireMessage): WireMessage {
  const { content } = message
  if (typeof content === 'string' || !content) return { ...message, content: MASK }
  const mask = (block: WireBlock): WireBlock => (block.type === 'tool_result' ? { ...block, content: MASK } : block)
  return { ...message, content: content.map(mask) }
}
