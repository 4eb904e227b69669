import { termVector } from '../../words/terms.ts'
import type { Source } from '../source.ts'
import type { MessageTags, ReadAhead } from './cloud.ts'
import { NO_VALUES, readMessage } from './read-message.ts'

/** Limit of the algorithm: characters of newest messages that are read ahead, about 2 ms; others wait for the next request. */
const MOST_AHEAD = 16_000

/** The tags of the next message of the history, whose texts are `texts`: of one that was read ahead what was read. */
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
  // Instructions are the client's and not the conversation's, and often change with every request.
  return transcript.roleOf(index) === 'system'
    ? { terms: termVector(all), values: NO_VALUES }
    : readMessage(state.cloud, all)
}

/**
 * Reads the messages behind the history, so that they are in the cloud before the next request brings them again. A long
 * one and what follows it are left to that request, so that others do not wait.
 */
export function readAhead(source: Source): void {
  const { transcript, state } = source
  const from = state.keys.length
  const ahead: ReadAhead[] = []
  let left = MOST_AHEAD
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
