import {
  addMessage,
  type Cloud,
  type Conversation,
  createCloud,
  createLexicon,
  type Lexicon,
  type Message,
  type ProtectedTag,
  protectedTags,
  type SameMeaning,
} from '@pleat/core'
import { freshCopy } from './fresh-copy.ts'
import { ReadMarks } from './read-marks.ts'

/** A session's cloud in memory, with what is needed to go on with it. */
export interface SessionCloud {
  readonly cloud: Cloud
  /** Begins anew in every process: it only helps to tell names from words at the start of a sentence. */
  readonly lexicon: Lexicon
  readonly marks: ReadMarks
  /** The newest turn that was handed out, also of messages that still wait to be read. */
  turn: number
  /** Unix milliseconds. */
  usedAt: number
  /** Grows with every change, so that one during a save is not taken for saved. */
  version: number
}

/** A message that is still to be read, and the turn it was said in. */
export interface UnreadMessage {
  readonly message: Message
  readonly turn: number
}

/** A cloud of which nothing is known yet, or the one that was stored. */
export function createSessionCloud(
  now: number,
  { cloud, marks, sameMeaning }: { cloud?: Cloud; marks?: ReadMarks; sameMeaning?: SameMeaning | undefined } = {},
): SessionCloud {
  const own = cloud ?? createCloud(sameMeaning)
  return {
    cloud: own,
    lexicon: createLexicon(),
    marks: marks ?? new ReadMarks(),
    turn: own.turn,
    usedAt: now,
    version: 0,
  }
}

/**
 * The messages of `conversation` that were not read yet; they count as read. System text is the client's and not the
 * conversation's, and often changes with every request. Where the beginning was cut off, turns are counted on.
 */
export function takeUnread(session: SessionCloud, conversation: Conversation): UnreadMessage[] {
  session.version++
  const said = conversation.messages.filter(({ shape }) => shape.role !== 'system')
  const { places, isContinued } = session.marks.takeUnread(said)
  const turns = turnsOf(said)
  let counted = session.turn
  const unread = places.map((place) => {
    const message = said[place]!
    const turn = isContinued ? turns[place]! : Math.max(turns[place]!, counted)
    if (message.shape.role === 'assistant') counted++
    return { message, turn }
  })
  for (const { turn } of unread) session.turn = Math.max(session.turn, turn)
  return unread
}

/** An answer belongs to the turn that asked for it. */
function turnsOf(messages: readonly Message[]): number[] {
  let turn = 1
  return messages.map(({ shape }) => (shape.role === 'assistant' ? turn++ : turn))
}

/** The tags of a part of a message, in strings that keep nothing else of it in memory. */
export function readChunk({ lexicon }: SessionCloud, text: string): ProtectedTag[] {
  return protectedTags(text, lexicon).map((tag) => {
    const { word } = tag
    return { ...tag, text: freshCopy(tag.text), ...(word !== undefined && { word: freshCopy(word) }) }
  })
}

/** Counts the tags of one message. */
export function addTags(session: SessionCloud, tags: readonly ProtectedTag[], turn: number): void {
  addMessage(session.cloud, tags, turn)
  session.version++
}

/** About so much memory, in bytes: measured, and rounded up. */
export function sizeOfCloud({ cloud, lexicon, marks }: SessionCloud): number {
  const words = lexicon.counts.size + lexicon.capitals.size + lexicon.smalls.size + lexicon.pairs.size
  return 15_000 + cloud.entries.size * 200 + words * 50 + marks.size * 40
}
