import { termVector } from '../../words/terms.ts'
import type { Source } from '../source.ts'
import type { MessageTags } from './cloud.ts'
import { NO_VALUES, readMessage } from './read-message.ts'

/** The tags of the next message of the history, whose texts are `texts`: of one that was read ahead what was read. */
export function takeTags(source: Source, index: number, texts: readonly string[]): MessageTags {
  const { cloud } = source.state
  const [next, ...later] = cloud.ahead
  const isRead = next?.key === source.transcript.keyOf(index)
  cloud.ahead = isRead ? later : []
  return isRead ? next : tagsOf(source, index, texts)
}

function tagsOf({ transcript, state }: Source, index: number, texts: readonly string[]): MessageTags {
  const name = transcript.nameOf(index)
  const all = name ? [name, ...texts] : texts
  // Instructions are the client's and not the conversation's, and often change with every request.
  return transcript.roleOf(index) === 'system'
    ? { terms: termVector(all), values: NO_VALUES }
    : readMessage(state.cloud, all)
}

/** Reads the messages behind the history, so that they are in the cloud before the next request brings them again. */
export function readAhead(source: Source): void {
  const { transcript, state } = source
  const ahead = Array.from({ length: Math.max(0, transcript.length - state.keys.length) }, (_, place) => {
    const index = state.keys.length + place
    const key = transcript.keyOf(index)
    const known = state.cloud.ahead[place]
    if (known?.key === key) return known
    const texts = transcript.piecesOf(index).map(({ text }) => text)
    return { key, role: transcript.roleOf(index), ...tagsOf(source, index, texts) }
  })
  state.cloud.ahead = ahead
}
