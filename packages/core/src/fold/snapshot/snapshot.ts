import type { Hash } from '../../hash.ts'
import { runSteps } from '../../run-steps.ts'
import { locateWords, readWords, writeWords } from '../cloud/words-snapshot.ts'
import { COST } from '../cost/cost-snapshot.ts'
import { DIGESTS, textsOfDigests } from '../digest/digest-snapshot.ts'
import { beginsWith } from '../history.ts'
import { countAgain, HISTORY } from '../history-snapshot.ts'
import { PINS } from '../pin/pin-snapshot.ts'
import type { Policy } from '../policy.ts'
import { RECALLS, textsOfRecalls } from '../recall/recall-snapshot.ts'
import { SIGHT, textsOfSight } from '../sight/sight-snapshot.ts'
import type { FoldState } from '../state.ts'
import { keysOf, type Transcript } from '../transcript.ts'
import { WINDOW } from '../window/window-snapshot.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { ascii, number, oneOf, recordOf } from './codec.ts'
import { crc32 } from './crc32.ts'
import { TextReader } from './text-reader.ts'
import { TextWriter, UnwritableError } from './text-writer.ts'

/** The conversation of a snapshot, and the engine that computed its states (`foldEngine`). */
export interface SnapshotContext {
  readonly transcript: Transcript
  readonly engine: string
  readonly hash: Hash
}

/** Version of the layout. Every change of a codec needs a new one. */
const FORMAT = 4
const FIRST_BYTE = 0xf5
/** Layout of the header: first byte, format, checksum. */
const HEAD_BYTES = 6

type OwnFields = Pick<FoldState, 'objective' | 'boundary' | 'preparedAt'>
const OWN_FIELDS = recordOf<OwnFields>({
  objective: oneOf<Policy['objective']>(['tokens', 'cost']),
  boundary: number,
  preparedAt: number,
})
const ROOMS = [DIGESTS, PINS, RECALLS, SIGHT, COST, WINDOW, OWN_FIELDS] as const

/** `writeSnapshotInSteps` in one step. */
export function writeSnapshot(state: FoldState, context: SnapshotContext): Uint8Array<ArrayBuffer> | undefined {
  return runSteps(writeSnapshotInSteps(state, context))
}

/**
 * Writes a state as bytes: texts become positions in the messages, and no word of more than three letters is written.
 * Pauses often. The state may change meanwhile, and its final form is written. Undefined if it does not belong to this
 * conversation, or if a text has words that are in no message, as after edits of the client.
 */
export function* writeSnapshotInSteps(
  state: FoldState,
  context: SnapshotContext,
): Generator<void, Uint8Array<ArrayBuffer> | undefined, void> {
  if (!beginsWith(context.transcript, state)) return undefined
  const texts = new TextWriter(context.transcript, state)
  try {
    yield* locateWords(state, texts)
    for (const text of [...textsOfDigests(state), ...textsOfRecalls(state), ...textsOfSight(state)]) {
      yield* texts.prepareInSteps(text)
    }
    return beginsWith(context.transcript, state) ? bytesOf(state, context, texts) : undefined
  } catch (error) {
    if (error instanceof UnwritableError) return undefined
    throw error
  }
}

function bytesOf(state: FoldState, context: SnapshotContext, texts: TextWriter): Uint8Array<ArrayBuffer> {
  const bytes = new ByteWriter()
  const to = { bytes, texts }
  bytes.raw(new Uint8Array(HEAD_BYTES))
  ascii.write(to, context.engine)
  ascii.write(to, fingerprint(context, { systemEnd: state.systemEnd, end: state.keys.length }))
  bytes.count(state.keys.length)
  bytes.count(state.systemEnd)
  HISTORY.write(to, state)
  writeWords(to, state)
  for (const room of ROOMS) room.write(to, state)
  const written = bytes.toBytes()
  const head = new DataView(written.buffer)
  head.setUint8(0, FIRST_BYTE)
  head.setUint8(1, FORMAT)
  head.setInt32(2, crc32(written.subarray(HEAD_BYTES)), true)
  return written
}

/**
 * Reads a state that was written for the same beginning of the conversation. Undefined if the bytes are damaged, belong to
 * another conversation, or were written by another engine. Never throws.
 */
export function readSnapshot(bytes: Uint8Array, context: SnapshotContext): FoldState | undefined {
  try {
    return read(bytes, context)
  } catch {
    return undefined
  }
}

function read(bytes: Uint8Array, context: SnapshotContext): FoldState | undefined {
  const { transcript, engine } = context
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (head.getUint8(0) !== FIRST_BYTE || head.getUint8(1) !== FORMAT) return undefined
  const rest = bytes.subarray(HEAD_BYTES)
  if (head.getInt32(2, true) !== crc32(rest)) return undefined
  const reader = new ByteReader(rest)
  const from = { bytes: reader, texts: new TextReader(transcript, 0) }
  if (ascii.read(from) !== engine) return undefined
  const written = ascii.read(from)
  const [end, systemEnd] = [reader.count(), reader.count()]
  if (systemEnd > end || end > transcript.length || written !== fingerprint(context, { systemEnd, end }))
    return undefined
  const texts = new TextReader(transcript, end)
  const input = { bytes: reader, texts }
  const history = HISTORY.read(input)
  for (const key of keysOf(transcript, 0, end)) history.keys.push(key)
  readWords(input, history)
  const rooms = ROOMS.map((room) => room.read(input))
  const state = Object.assign({}, history, ...rooms) as FoldState
  if (!reader.isAtEnd || !isWhole(state, end)) return undefined
  countAgain(state)
  return state
}

function isWhole({ tokens, sent, turns, roles, terms, cloud }: FoldState, end: number): boolean {
  return [tokens, sent, turns, roles, terms.ends, cloud.values.ends].every(({ length }) => length === end)
}

/** Identifies the messages from `systemEnd` to `end`. */
function fingerprint(
  { transcript, hash }: SnapshotContext,
  { systemEnd, end }: { readonly systemEnd: number; readonly end: number },
): string {
  return hash(keysOf(transcript, systemEnd, end).join())
}
