import { termVector } from '../../words/terms.ts'
import type { Source } from '../source.ts'
import type { MessageTags, ReadAhead } from './cloud.ts'
import { NO_VALUES, readMessage } from './read-message.ts'

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
 * Reads the messages behind the history, so that they are in the cloud before the next request brings them again. Yields
 * between messages; what was read is dropped when another request has taken them into the history meanwhile.
 */
export function* readAhead(source: Source): Generator<void, void, void> {
  const { transcript, state } = source
  const from = state.keys.length
  const ahead: ReadAhead[] = []
  for (let index = from; index < transcript.length; index++) {
    const key = transcript.keyOf(index)
    const known = state.cloud.ahead[index - from]
    const texts = transcript.piecesOf(index).map(({ text }) => text)
    const read = known?.key === key ? known : tagsOf(source, index, texts)
    ahead.push({ key, role: transcript.roleOf(index), terms: read.terms, values: read.values })
    yield
  }
  if (state.keys.length === from) state.cloud.ahead = ahead
}
