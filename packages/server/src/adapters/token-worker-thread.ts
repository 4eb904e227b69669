// The counter alone: a thread that brought all of the core with it takes nearly twice as long to be ready.
import { type EncodingName, loadEncoding } from '@pleat/core/tokens'
import { answerCalls } from './answer-calls.ts'

/** One count that is asked of the thread. */
export interface CountCall {
  readonly texts: readonly string[]
  readonly encoding: EncodingName
}

answerCalls<CountCall, readonly number[]>(async ({ texts, encoding }) => {
  const { count } = await loadEncoding(encoding)
  return texts.map((text) => count(text))
})
