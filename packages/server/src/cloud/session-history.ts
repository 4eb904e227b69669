import { addMessage, type FoldState, messagesOf, nameTags, type SessionCloud, tagsAt } from '@pleat/core'
import type { ReadMarks } from './read-marks.ts'

/** A session's cloud and the marks of the messages that it has counted. */
export interface CountedCloud {
  readonly cloud: SessionCloud
  readonly marks: ReadMarks
}

/**
 * Adds the messages of a history that the session's cloud has not counted yet. Messages that histories share are
 * counted once, and a branch keeps its own turns. Turns continue if the client has cut off the beginning. Yields
 * between messages.
 */
export function* addHistory({ cloud, marks }: CountedCloud, state: FoldState): Generator<void, void, void> {
  const said = messagesOf(state)
  const { places, isContinued } = marks.takeUnread(said)
  // Copied at once, because the history may grow while this generator yields.
  const unread = places.map((place) => ({ ...said[place]!, tags: tagsAt(state, said[place]!.index) }))
  let counted = cloud.turn
  for (const { role, turn, tags } of unread) {
    addMessage(cloud, tags, isContinued ? turn : Math.max(turn, counted))
    if (role === 'assistant') counted++
    yield
  }
  nameTags(cloud, state)
}
