import { findOrAdd } from '../../maps.ts'
import type { HistoryState } from '../history-state.ts'
import { termsAt } from '../recall/term-arena.ts'
import { flag, number } from '../snapshot/codec.ts'
import type { SnapshotReader, SnapshotWriter } from '../snapshot/snapshot-streams.ts'
import type { TextWriter } from '../snapshot/text-writer.ts'
import type { Cloud } from './cloud.ts'
import { keyOfValue } from './tag-key.ts'

/** Position of a tag cloud word in a message. `isExact` is false if the message spells it with other capitals. */
interface Place {
  readonly word: string
  readonly message: number
  readonly key: string
  readonly at: number
  readonly isExact: boolean
}

/** Positions by the key of the word. Undefined for a word that was not found, which is omitted until it changes. */
type Places = Map<number, { readonly word: string; readonly place: Place | undefined }>

const known = new WeakMap<Cloud, Places>()

/** Finds the cloud's words in the messages, with a pause after every message. A found position is kept. */
export function* locateWords(state: HistoryState, texts: TextWriter): Generator<void, void, void> {
  const { cloud, keys, terms } = state
  const places = findOrAdd(known, cloud, () => new Map())
  const wanted = new Map([...cloud.words].filter(([key, word]) => places.get(key)?.word !== word))
  for (const [key, word] of wanted) places.set(key, { word, place: undefined })
  for (let message = state.systemEnd; message < keys.length && wanted.size > 0; message++) {
    const values = [...termsAt(cloud.values, message)].map(keyOfValue)
    for (const key of [...termsAt(terms, message), ...values]) {
      const word = wanted.get(key)
      const found = word === undefined ? undefined : texts.placeOf(message, word)
      if (word === undefined || found === undefined) continue
      places.set(key, { word, place: { word, message, key: keys[message]!, ...found } })
      wanted.delete(key)
    }
    yield
  }
}

/** Writes the located words as positions. Messages that the client has edited since are not used. */
export function writeWords(to: SnapshotWriter, { cloud, keys }: HistoryState): void {
  const places = known.get(cloud)
  const found = [...cloud.words].flatMap(([key, word]) => {
    const located = places?.get(key)
    const place = located?.word === word ? located.place : undefined
    return place && keys[place.message] === place.key ? [[key, place] as const] : []
  })
  to.bytes.count(found.length)
  for (const [key, { word, message, at, isExact }] of found) {
    number.write(to, key)
    to.bytes.count(message)
    to.bytes.count(at)
    to.bytes.count(word.length)
    flag.write(to, isExact)
  }
}

/**
 * @throws {SnapshotError} if a position is in no message.
 */
export function readWords(from: SnapshotReader, { cloud, keys }: HistoryState): void {
  const places: Places = new Map()
  for (let left = from.bytes.length(); left > 0; left--) {
    const key = number.read(from)
    const [message, at, length] = [from.bytes.count(), from.bytes.count(), from.bytes.count()]
    const isExact = flag.read(from)
    const written = from.texts.part(message, at, at + length)
    const word = isExact ? written : written.toLowerCase()
    cloud.words.set(key, word)
    places.set(key, { word, place: { word, message, key: keys[message] ?? '', at, isExact } })
  }
  known.set(cloud, places)
}
