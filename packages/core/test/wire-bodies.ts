import { hash as digest } from 'node:crypto'
import fc from 'fast-check'
import type { Conversation, WireFormat } from '../src/conversation.ts'
import type { Hash } from '../src/hash.ts'
import { createMessageMemo, type MessageMemo } from '../src/wire/message-memo.ts'
import { readRequest } from '../src/wire/read-request.ts'

export const sha256: Hash = (text) => digest('sha256', text, 'base64')

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value } | RawNumber

/** A number in a spelling that `JSON.parse` and `JSON.stringify` would not preserve. */
export class RawNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

/** The conversation in `body`. Throws an error that names the kind of any other body. */
export function viewOf(
  body: string,
  format: WireFormat,
  memo: MessageMemo = createMessageMemo(1_000_000),
): Conversation {
  const result = readRequest(body, format, { hash: sha256, memo })
  if (result.kind !== 'conversation') throw new Error(`${result.kind}: ${JSON.stringify(result)}`)
  return result.conversation
}

/** A body with a model, `messages` and the fields of `extra`. */
export function bodyOf(messages: unknown, extra: Record<string, unknown> = {}): string {
  return JSON.stringify({ model: 'some-model', messages, ...extra })
}

const words = fc.stringMatching(/^[a-z "\\/\n]{0,12}$/)
const text = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 8 })).map((value) => `t${value}`)
const oddNumber = fc
  .constantFrom('1.0', '9007199254740993', '-0', '1E+2', '0.10')
  .map((digits) => new RawNumber(digits))
const unknownMembers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ x_number: oddNumber }),
  fc.record({ x_text: text, x_list: fc.tuple(oddNumber, fc.constant(null)) }),
)

/** Writes messages that stay together. Its tool calls get ids from `nextId`, so that each id is used once in a body. */
type Writer = (nextId: () => string) => Value[]

const chatText = fc.oneof(
  text,
  text.map((value) => [{ type: 'text', text: value }]),
  fc.tuple(text, unknownMembers).map(([value, more]) => [
    { type: 'text', text: value, ...more },
    { type: 'text', text: 'more' },
  ]),
)
const chatUser = fc.oneof(
  chatText,
  text.map((value) => [
    { type: 'image_url', image_url: { url: 'data:,' } },
    { type: 'text', text: value },
  ]),
)
const chatStep: fc.Arbitrary<Writer> = fc
  .tuple(text, chatText, fc.boolean())
  .map(([input, result, isCustom]) => (nextId) => {
    const id = nextId()
    const custom = { id, type: 'custom', custom: { name: 'tool', input } }
    const call = isCustom ? custom : { id, type: 'function', function: { name: 'tool', arguments: input } }
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: result },
    ]
  })
const chatTurn: fc.Arbitrary<Writer> = fc
  .tuple(chatUser, unknownMembers, fc.array(chatStep, { maxLength: 2 }), chatText)
  .map(([user, more, steps, answer]) => (nextId) => [
    { role: 'user', content: user, ...more },
    ...steps.flatMap((step) => step(nextId)),
    { role: 'assistant', content: answer, refusal: null },
  ])

const thinking = fc.constantFrom<Value[]>(
  [],
  [{ type: 'thinking', thinking: 'so', signature: 's+/=' }],
  [
    { type: 'redacted_thinking', data: 'xyz' },
    { type: 'thinking', thinking: '', signature: 's' },
  ],
)
const mark = fc.constantFrom<Record<string, Value>>({}, {}, {}, { cache_control: { type: 'ephemeral' } })
const block = fc
  .tuple(text, mark, unknownMembers)
  .map(([value, marks, more]) => ({ type: 'text', text: value, ...marks, ...more }))
const resultContent = fc.oneof(text, fc.array(block, { minLength: 1, maxLength: 2 }))
const messagesStep: fc.Arbitrary<Writer> = fc
  .tuple(thinking, unknownMembers, resultContent)
  .map(([before, input, content]) => (nextId) => {
    const id = nextId()
    return [
      { role: 'assistant', content: [...before, { type: 'tool_use', id, name: 'tool', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: false }] },
    ]
  })
const messagesTurn: fc.Arbitrary<Writer> = fc
  .tuple(
    fc.oneof(text, fc.array(block, { minLength: 1, maxLength: 2 })),
    fc.array(messagesStep, { maxLength: 2 }),
    thinking,
    fc.oneof(text, block),
  )
  .map(([user, steps, before, answer]) => (nextId) => [
    { role: 'user', content: user },
    ...steps.flatMap((step) => step(nextId)),
    { role: 'assistant', content: typeof answer === 'string' ? answer : [...before, answer] },
  ])

/** A body in an unusual but valid spelling, with the starts of its turns. */
export interface OddBody {
  readonly format: WireFormat
  readonly text: string
  /** Index of the first message of each turn. */
  readonly turnStarts: readonly number[]
}

/** Chat and messages bodies: whole turns, closed tool pairs, unknown fields, odd numbers, escapes and white space. */
export const oddBody: fc.Arbitrary<OddBody> = fc
  .tuple(
    fc.constantFrom<WireFormat>('openai-chat', 'anthropic-messages'),
    fc.boolean(),
    unknownMembers,
    fc.nat(),
    fc.array(chatTurn, { minLength: 1, maxLength: 5 }),
    fc.array(messagesTurn, { minLength: 1, maxLength: 5 }),
  )
  .map(([format, hasSystem, more, seed, chat, anthropic]) => {
    const isChat = format === 'openai-chat'
    const system: Value[] = isChat && hasSystem ? [{ role: 'developer', content: 'Be brief.' }] : []
    const turns = isChat ? chat : anthropic
    const turnStarts: number[] = []
    const messages = [...system]
    let lastId = 0
    for (const turn of turns) {
      turnStarts.push(messages.length)
      messages.push(...turn(() => `call_${lastId++}`))
    }
    const top: Value = { ...more, model: 'm', messages, tools: [{ name: 'tool', x: new RawNumber('1.0') }] }
    return { format, text: spell(top, seed), turnStarts }
  })

/** Writes JSON with white space and escapes that no serialiser would choose. */
export function spell(value: Value, seed: number): string {
  let state = seed >>> 0
  const roll = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const space = (): string => ['', '', '', ' ', '\n', '\t ', '\r\n  '][roll(7)]!
  const spellString = (plain: string): string => {
    let out = ''
    for (const character of plain) {
      const isEscaped = roll(6) === 0
      if (character === '/' && isEscaped) out += '\\/'
      else if (isEscaped && character !== '\\') for (const unit of character.split('')) out += escapeUnit(unit)
      else out += JSON.stringify(character).slice(1, -1)
    }
    return `"${out}"`
  }
  const write = (item: Value): string => {
    if (item instanceof RawNumber) return item.digits
    if (typeof item === 'string') return spellString(item)
    if (typeof item !== 'object' || item === null) return JSON.stringify(item)
    const inner = Array.isArray(item)
      ? item.map((element) => space() + write(element) + space())
      : Object.entries(item).map(([key, member]) => `${space()}"${key}"${space()}:${space()}${write(member)}${space()}`)
    const [open, close] = Array.isArray(item) ? '[]' : '{}'
    return open! + (inner.length > 0 ? inner.join(',') : space()) + close!
  }
  return space() + write(value) + space()
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
