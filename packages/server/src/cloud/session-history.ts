import { addMessage, type FoldState, messagesOf, nameTags, type SessionCloud, tagsAt } from '@pleat/core'
import type { ReadMarks } from './read-marks.ts'

/** A session's cloud, and which messages it has counted. */
export interface CountedCloud {
  readonly cloud: SessionCloud
  readonly marks: ReadMarks
}

/**
 * Adds what a history holds and the session's cloud has not counted yet: what histories share is counted once, and a branch
 * keeps its own turns. Where the client has cut the beginning off, turns are counted on. Yields between messages.
 */
export function* addHistory({ cloud, marks }: CountedCloud, state: FoldState): Generator<void, void, void> {
  const said = messagesOf(state)
  const { places, isContinued } = marks.takeUnread(said)
  // All at once, since the history goes on while this yields.
  const unread = places.map((place) => ({ ...said[place]!, tags: tagsAt(state, said[place]!.index) }))
  let counted = cloud.turn
  for (const { role, turn, tags } of unread) {
    addMessage(cloud, tags, isContinued ? turn : Math.max(turn, counted))
    if (role === 'assistant') counted++
    yield
  }
  nameTags(cloud, state)
}
