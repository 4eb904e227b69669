import type { Transcript } from '../transcript.ts'
import type { NewMessages } from './window-state.ts'

/** The new messages of a request, `[from, to)`, without a prefilled answer. */
export function newestOf(transcript: Transcript, from: number, to: number): NewMessages {
  let tokens = 0
  const keys: string[] = []
  for (let i = from; i < to && transcript.roleOf(i) !== 'assistant'; i++) {
    tokens += transcript.tokensOf(i)
    keys.push(transcript.keyOf(i))
  }
  return { tokens, keys: keys.join() }
}
