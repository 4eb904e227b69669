import type { MessageShape, WireFormat } from '../conversation.ts'
import { createRecentMap, type RecentMap } from '../recent-map.ts'
import type { BodyFrame } from './body-frame.ts'
import { createLastRead, type LastRead } from './last-read.ts'
import { sizeOfShape } from './shape-size.ts'

/**
 * A cache across the bodies of one account: the shape of a message depends only on its bytes. The server keeps accounts
 * apart, so that timing reveals nothing about the text of another one.
 */
export interface MessageMemo {
  /** Shapes of messages by the wire and the hash of their bytes, without text. */
  readonly shapes: RecentMap<MessageShape>
  /** Shapes of recent first messages, by the wire and their text. Not for bodies with positions in bytes. */
  readonly firsts: Readonly<Record<WireFormat, LastRead<MessageShape>>>
  /** Recent frames, by their text. */
  readonly frames: LastRead<BodyFrame>
}

/**
 * A memo of shapes of at most `maxBytes` in total, as estimated by `sizeOfShape`. It stores few shapes if they have many parts.
 */
export function createMessageMemo(maxBytes: number): MessageMemo {
  const firsts = {
    'openai-chat': createLastRead<MessageShape>(),
    'anthropic-messages': createLastRead<MessageShape>(),
    'openai-responses': createLastRead<MessageShape>(),
  }
  return { shapes: createRecentMap(maxBytes, sizeOfShape), firsts, frames: createLastRead() }
}
