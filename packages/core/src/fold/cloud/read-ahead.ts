import { termVector } from '../../words/terms.ts'
import type { Source } from '../source.ts'
import type { MessageTags, ReadAhead } from './cloud.ts'
import { NO_VALUES, readMessage } from './read-message.ts'

/**
 * Limit of the algorithm: characters of the newest messages that are read ahead, about 2 ms. The rest waits for the next
 * request.
 */
const MAX_AHEAD = 16_000

/** The tags of the next message of the history, whose texts are `texts`. If it was read ahead, the result is reused. */
export function takeTags(source: Source, index: number, texts: readonly string[]): MessageTags {
  const { cloud } = source.state
  const next = cloud.ahead.shift()
  if (next?.key === source.transcript.keyOf(index)) return next
  cloud.ahead = []
  return tagsOf(source, index, texts)
}

function tagsOf({ transcript, state }: Source, index: number, texts: readonly string[]): MessageTags {
  const name = transcript.nameOf(index)
  const all = name ? [name, ...texts] : texts
  // Instructions belong to the client and not to the conversation, and often change with every request.
  return transcript.roleOf(index) === 'system'
    ? { terms: termVector(all), values: NO_VALUES }
    : readMessage(state.cloud, all)
}

/**
 * Reads the messages after the history, so that the cloud contains them before the next request repeats them. A long message
 * and those after it are left to that request, so that others do not wait.
 */
export function readAhead(source: Source): void {
  const { transcript, state } = source
  const from = state.keys.length
  const ahead: ReadAhead[] = []
  let left = MAX_AHEAD
  for (let index = from; index < transcript.length; index++) {
    const key = transcript.keyOf(index)
    const texts = transcript.piecesOf(index).map(({ text }) => text)
    for (const { length } of texts) left -= length
    if (left < 0) break
    const known = state.cloud.ahead[index - from]
    const read = known?.key === key ? known : tagsOf(source, index, texts)
    ahead.push({ key, role: transcript.roleOf(index), terms: read.terms, values: read.values })
  }
  state.cloud.ahead = ahead
}
