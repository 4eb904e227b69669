import type { Role } from '../../conversation.ts'
import { SnapshotError } from './byte-reader.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot-streams.ts'

/** Writes one kind of value into a snapshot and reads an equal value back. */
export interface Codec<Value> {
  write(to: SnapshotWriter, value: Value): void
  /**
   * @throws {SnapshotError} if the bytes encode no such value.
   */
  read(from: SnapshotReader): Value
}

/** Any number: whole ones in few bytes, all others in nine. */
export const number: Codec<number> = {
  write({ bytes }, value) {
    if (Number.isInteger(value) && Number.isSafeInteger(4 * value + 2) && !Object.is(value, -0))
      bytes.count(value < 0 ? -4 * value - 2 : 4 * value)
    else {
      bytes.count(1)
      bytes.float(value)
    }
  },
  read({ bytes }) {
    const code = bytes.count()
    if (code % 2 === 1) return bytes.float()
    return code % 4 === 0 ? code / 4 : -(code + 2) / 4
  },
}

export const flag: Codec<boolean> = {
  write: ({ bytes }, value) => bytes.count(value ? 1 : 0),
  read: ({ bytes }) => bytes.count() === 1,
}

/** One of few values, by its index among them. */
export function oneOf<Value>(values: readonly Value[]): Codec<Value> {
  return {
    write: ({ bytes }, value) => bytes.count(values.indexOf(value)),
    read({ bytes }) {
      const place = bytes.count()
      if (place >= values.length) throw new SnapshotError('a value is not in the list')
      return values[place]!
    },
  }
}

/** The speaker of a message. */
export const role = oneOf<Role>(['system', 'user', 'assistant', 'tool'])

/** ASCII text that occurs in no message: lists of hashes and of numbers. */
export const ascii: Codec<string> = {
  write({ bytes }, value) {
    bytes.count(value.length)
    bytes.raw(Uint8Array.from(value, (character) => character.charCodeAt(0)))
  },
  read({ bytes }) {
    let text = ''
    for (const code of bytes.raw(bytes.length())) text += String.fromCharCode(code)
    return text
  },
}

export function optional<Value>(codec: Codec<Value>): Codec<Value | undefined> {
  return {
    write(to, value) {
      flag.write(to, value !== undefined)
      if (value !== undefined) codec.write(to, value)
    },
    read: (from) => (flag.read(from) ? codec.read(from) : undefined),
  }
}

export function listOf<Value>(codec: Codec<Value>): Codec<Value[]> {
  return {
    write(to, values) {
      to.bytes.count(values.length)
      for (const value of values) codec.write(to, value)
    },
    read(from) {
      const length = from.bytes.length()
      const values: Value[] = []
      while (values.length < length) values.push(codec.read(from))
      return values
    },
  }
}

/** In the order of the set, on which decisions may depend. */
export function setOf<Value>(codec: Codec<Value>): Codec<Set<Value>> {
  const list = listOf(codec)
  return { write: (to, values) => list.write(to, [...values]), read: (from) => new Set(list.read(from)) }
}

/** In the order of the map. */
export function mapOf<Key, Value>(key: Codec<Key>, value: Codec<Value>): Codec<Map<Key, Value>> {
  return {
    write(to, entries) {
      to.bytes.count(entries.size)
      for (const [each, of] of entries) {
        key.write(to, each)
        value.write(to, of)
      }
    },
    read(from) {
      const size = from.bytes.length()
      const entries = new Map<Key, Value>()
      for (let at = 0; at < size; at++) entries.set(key.read(from), value.read(from))
      return entries
    },
  }
}

/** A value that is not written, because it is computed again. */
export function madeAgain<Value>(make: () => Value): Codec<Value> {
  return { write() {}, read: make }
}

type Fields<Value> = { readonly [Name in keyof Value]-?: Codec<Value[Name]> }

/** An object by its fields. Each field needs a codec, so that no field of a state is forgotten. */
export function recordOf<Value extends object>(fields: Fields<Value>): Codec<Value> {
  const names = Object.keys(fields) as (keyof Value)[]
  return {
    write(to, value) {
      for (const name of names) fields[name].write(to, value[name])
    },
    read: (from) => Object.fromEntries(names.map((name) => [name, fields[name].read(from)])) as Value,
  }
}

/** Whole numbers of 32 bits. */
export const int32s: Codec<Int32Array> = {
  write({ bytes }, value) {
    bytes.count(value.byteLength)
    bytes.raw(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  },
  read: ({ bytes }) => new Int32Array(bytes.raw(bytes.length()).slice().buffer),
}
