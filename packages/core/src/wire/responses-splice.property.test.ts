import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Item, itemsIn, responsesView } from '../../test/responses-items.ts'
import { RawNumber, spell, type Value } from '../../test/wire-bodies.ts'
import type { Conversation } from '../conversation.ts'
import type { Edit } from '../edits.ts'
import { splice } from './splice.ts'
import { findProblem } from './validate.ts'

type Items = { [key: string]: Value }[]

const text = fc.string({ unit: 'binary', maxLength: 10 }).map((value) => `t${value}`)
const unknown = fc.constantFrom<{ [key: string]: Value }>(
  {},
  {},
  { x_number: new RawNumber('1.0') },
  { status: 'completed' },
)

/** One answer of the model, with or without reasoning, text, calls and ids. */
const answer = fc.record({
  thinks: fc.boolean(),
  searches: fc.nat(5).map((chance) => chance === 0),
  words: fc.option(text),
  calls: fc.nat(2),
  hasIds: fc.boolean(),
  more: unknown,
  output: text,
})
const turn = fc.record({
  question: text,
  isParts: fc.boolean(),
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
})

interface OddTalk {
  readonly body: string
  /** The items of each message. */
  readonly groups: readonly Items[]
  /** Index of the first message of each turn. */
  readonly turnStarts: readonly number[]
}

const oddTalk: fc.Arbitrary<OddTalk> = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 5 }), fc.nat(), fc.boolean())
  .map(([turns, seed, isLed]) => {
    const groups: Items[] = isLed ? [[{ role: 'developer', content: 'Be brief.' }]] : []
    const turnStarts: number[] = []
    let number = 0
    for (const { question, isParts, answers } of turns) {
      turnStarts.push(groups.length)
      groups.push([{ role: 'user', content: isParts ? [{ type: 'input_text', text: question }] : question }])
      for (const [place, each] of answers.entries()) {
        const isLast = place === answers.length - 1
        const calls = isLast ? 0 : Math.max(1, each.calls)
        const id = (prefix: string): { id?: string } => (each.hasIds ? { id: `${prefix}_${number++}` } : {})
        const words = calls === 0 ? (each.words ?? 'so') : each.words
        const called = Array.from({ length: calls }, (_, index) => `call_${number++}_${index}`)
        groups.push([
          ...(each.thinks ? [{ ...id('rs'), type: 'reasoning', summary: [], encrypted_content: 's+/=' }] : []),
          ...(each.thinks && each.searches ? [{ type: 'web_search_call', id: `ws_${number++}`, action: {} }] : []),
          ...(words === null
            ? []
            : [{ type: 'message', ...each.more, ...id('msg'), role: 'assistant', content: words }]),
          ...called.map((callId) => ({
            call_id: callId,
            type: 'function_call',
            name: 'f',
            arguments: words ?? '{}',
            ...id('fc'),
          })),
        ])
        for (const callId of called.reverse())
          groups.push([{ type: 'function_call_output', call_id: callId, output: each.output }])
      }
    }
    const input = groups.flat()
    return { body: spell({ model: 'gpt-5.6', input, tools: [{ x: new RawNumber('1.0') }] }, seed), groups, turnStarts }
  })

const notBlank = fc.string({ unit: 'binary', maxLength: 12 }).map((value) => `d${value}\ud83d`)

/** A talk with edits that a fold could make. */
const edited = fc
  .tuple(oddTalk, fc.infiniteStream(fc.nat(5)), fc.array(notBlank, { minLength: 20, maxLength: 20 }))
  .map(([odd, dice, texts]) => {
    const view = responsesView(odd.body)
    const roll = (): number => dice.next().value
    let used = 0
    const nextText = (): string => texts[used++ % texts.length]!
    const edits: Edit[] = []
    for (const [number, from] of odd.turnStarts.entries()) {
      const to = odd.turnStarts[number + 1]
      if (to !== undefined && roll() < 2) {
        edits.push({
          kind: 'fold',
          from,
          to,
          digests: Array.from({ length: roll() % 3 }, () => ({ text: nextText() })),
        })
        continue
      }
      if (roll() === 0) edits.push({ kind: 'recall', before: from, text: nextText() })
      for (let message = from; message < (to ?? view.messages.length); message++) {
        const { parts } = view.messages[message]!.shape
        const isDropped = roll() < 3
        for (const [part, found] of parts.entries()) {
          if (found.kind === 'thinking' && !found.isFixed && isDropped) edits.push({ kind: 'drop', message, part })
          if (found.kind === 'tool-result' && roll() === 0) {
            edits.push({ kind: 'shorten', message, part, leaf: 0, text: nextText() })
          }
        }
      }
    }
    return { odd, view, edits }
  })

/** The meaning of the edits, applied to items. */
function applyPlainly(groups: readonly Items[], edits: readonly Edit[]): Item[] {
  const result: Item[] = []
  let digests: string[] = []
  const write = (): void => {
    if (digests.length > 0) result.push({ role: 'user', content: digests.join('\n') })
    digests = []
  }
  for (const [index, group] of groups.entries()) {
    for (const edit of edits) {
      if (edit.kind === 'fold' && edit.from === index) digests.push(...edit.digests.map((each) => each.text))
    }
    if (edits.some((edit) => edit.kind === 'fold' && edit.from <= index && index < edit.to)) continue
    write()
    const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === index)
    if (recall?.kind === 'recall') result.push({ role: 'user', content: recall.text })
    const isDropped = edits.some((edit) => edit.kind === 'drop' && edit.message === index)
    const shortened = edits.find((edit) => edit.kind === 'shorten' && edit.message === index)
    for (const item of JSON.parse(spell(group, 0)) as Item[]) {
      if (isDropped && item.type === 'reasoning') continue
      const { id: _, ...bare } = item
      const kept = isDropped ? bare : item
      result.push(shortened?.kind === 'shorten' ? { ...kept, output: shortened.text } : kept)
    }
  }
  write()
  return result
}

describe('splicing edits into items in odd but valid spelling', () => {
  test('reads each answer as one message', () => {
    fc.assert(fc.property(oddTalk, ({ body, groups }) => responsesView(body).messages.length === groups.length))
  })

  test('without edits returns the same string', () => {
    fc.assert(fc.property(oddTalk, ({ body }) => splice(responsesView(body), []) === body))
  })

  test('returns a body that parses to the meaning of the edits, and breaks no rule of the provider', () => {
    fc.assert(
      fc.property(edited, ({ odd, view, edits }) => {
        const body = splice(view, edits)
        const { input: _, ...rest } = JSON.parse(body) as Item
        const { input: __, ...before } = JSON.parse(odd.body) as Item
        expect(rest).toEqual(before)
        expect(itemsIn(body)).toEqual(applyPlainly(odd.groups, edits))
        expect(findProblem('openai-responses', odd.body)).toBeUndefined()
        expect(findProblem('openai-responses', body)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  test('keeps the characters of every message that no edit names, in order', () => {
    fc.assert(
      fc.property(edited, ({ odd, view, edits }) => {
        const body = splice(view, edits)
        let from = 0
        for (const message of untouched(view, edits)) {
          const raw = odd.body.slice(message.start, message.end)
          const at = body.indexOf(raw, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + raw.length
        }
      }),
      { numRuns: 150 },
    )
  })
})

function untouched({ messages }: Conversation, edits: readonly Edit[]): Conversation['messages'] {
  return messages.filter(
    (_, index) =>
      !edits.some((edit) => {
        if (edit.kind === 'fold') return edit.from <= index && index < edit.to
        return 'message' in edit && edit.message === index
      }),
  )
}
