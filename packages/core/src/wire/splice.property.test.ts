import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oddBody, viewOf } from '../../test/wire-bodies.ts'
import type { Conversation } from '../conversation.ts'
import { textAt } from '../conversation.ts'
import type { Edit } from '../edits.ts'
import { splice } from './splice.ts'
import { findProblem } from './validate.ts'

type Message = { role: string; content: unknown }

const notBlank = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `d${text}\ud83d`)

/** A conversation with edits that a fold could make: whole turns are folded, the rest is recalled, shortened or stripped. */
const edited = fc
  .tuple(oddBody, fc.infiniteStream(fc.nat(5)), fc.array(notBlank, { minLength: 40, maxLength: 40 }))
  .map(([odd, dice, texts]) => {
    const view = viewOf(odd.text, odd.format)
    const roll = (): number => dice.next().value
    let lastText = 0
    const nextText = (): string => texts[lastText++ % texts.length]!
    const edits: Edit[] = []
    const { turnStarts } = odd
    for (let turn = 0; turn < turnStarts.length; turn++) {
      const from = turnStarts[turn]!
      const to = turnStarts[turn + 1]
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
      for (let index = from; index < (to ?? view.messages.length); index++) {
        edits.push(...editsInside(view, index, { roll, nextText }))
      }
    }
    // The order of the edits does not matter.
    if (roll() > 2) edits.reverse()
    return { odd, view, edits }
  })

function editsInside(
  view: Conversation,
  message: number,
  chance: { roll: () => number; nextText: () => string },
): Edit[] {
  const { parts } = view.messages[message]!.shape
  const edits: Edit[] = []
  for (const [part, found] of parts.entries()) {
    const canDrop = parts.some((other) => other.kind !== 'thinking')
    if (found.kind === 'thinking' && canDrop && chance.roll() < 3) edits.push({ kind: 'drop', message, part })
    if (found.kind === 'text' && chance.roll() === 0) {
      edits.push({ kind: 'shorten', message, part, leaf: 0, text: chance.nextText() })
    }
    if (found.kind !== 'tool-result') continue
    for (const leaf of found.leaves.keys()) {
      if (chance.roll() === 0) edits.push({ kind: 'shorten', message, part, leaf, text: chance.nextText() })
    }
  }
  return edits
}

/** The meaning of the edits, applied to parsed messages. */
function applyPlainly(view: Conversation, edits: readonly Edit[]): Message[] {
  const messages = (JSON.parse(view.body.toString()) as { messages: Message[] }).messages
  const result: Message[] = []
  let together: Message | undefined
  for (const [index, message] of messages.entries()) {
    for (const edit of edits) {
      if (edit.kind === 'recall' && edit.before === index) result.push({ role: 'user', content: edit.text })
      if (edit.kind !== 'fold' || edit.from !== index || edit.digests.length === 0) continue
      const digests = edit.digests.map(({ text }) => text).join('\n')
      if (together) together.content = `${together.content}\n${digests}`
      else {
        together = { role: 'user', content: digests }
        result.push(together)
      }
    }
    if (edits.some((edit) => edit.kind === 'fold' && edit.from <= index && index < edit.to)) continue
    together = undefined
    result.push(
      editMessage(
        message,
        edits.filter((edit) => 'message' in edit && edit.message === index),
      ),
    )
  }
  return result
}

/** Digests may have a cache mark, and are then blocks. `digest-marks.test.ts` checks which of them have one. */
function withPlainDigests(messages: Message[], edits: readonly Edit[]): Message[] {
  const digests = new Set(edits.flatMap((edit) => (edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : [])))
  for (const message of messages) {
    const blocks = Array.isArray(message.content) ? (message.content as { text?: string }[]) : []
    const texts = blocks.flatMap(({ text }) => (text !== undefined && digests.has(text) ? text : []))
    if (texts.length > 0 && texts.length === blocks.length) message.content = texts.join('\n')
  }
  return messages
}

function editMessage(message: Message, edits: readonly Edit[]): Message {
  const dropped = new Set<number>()
  for (const edit of edits) {
    if (edit.kind === 'drop') dropped.add(edit.part)
    if (edit.kind !== 'shorten') continue
    if (typeof message.content === 'string') message.content = edit.text
    else shortenInArray(message, edit)
  }
  if (dropped.size > 0) message.content = (message.content as unknown[]).filter((_, index) => !dropped.has(index))
  return message
}

function shortenInArray(message: Message, edit: Extract<Edit, { kind: 'shorten' }>): void {
  type Block = { text?: string; content?: string | Block[] }
  const blocks = message.content as Block[]
  // On the chat wire, a tool message is one part with any content.
  const block = message.role === 'tool' ? blocks[edit.leaf]! : blocks[edit.part]!
  if (block.text !== undefined) block.text = edit.text
  else if (typeof block.content === 'string') block.content = edit.text
  else block.content![edit.leaf]!.text = edit.text
}

describe('splicing edits into odd but valid bodies', () => {
  test('without edits returns the same string', () => {
    fc.assert(fc.property(oddBody, ({ text, format }) => splice(viewOf(text, format), []) === text))
  })

  test('returns a body that parses to the meaning of the edits, and breaks no rule of the provider', () => {
    fc.assert(
      fc.property(edited, ({ odd, view, edits }) => {
        const body = splice(view, edits)
        const before = JSON.parse(odd.text) as Record<string, unknown>
        const after = JSON.parse(body) as typeof before & { messages: Message[] }
        expect({ ...after, messages: withPlainDigests(after.messages, edits) }).toEqual({
          ...before,
          messages: withPlainDigests(applyPlainly(view, edits), edits),
        })
        // Some bodies have more cache marks than allowed. A fold may correct that and must never cause it.
        if (findProblem(odd.format, odd.text) === undefined) expect(findProblem(odd.format, body)).toBeUndefined()
      }),
      { numRuns: 400 },
    )
  })

  test('keeps the characters of everything outside the edited parts', () => {
    fc.assert(
      fc.property(edited, ({ odd, view, edits }) => {
        const body = splice(view, edits)
        const first = view.messages[0]!.start
        const last = view.messages.at(-1)!.end
        expect(body.startsWith(odd.text.slice(0, first).trimEnd())).toBe(true)
        expect(body.endsWith(odd.text.slice(last).trimStart())).toBe(true)
        let from = 0
        for (const [index, message] of view.messages.entries()) {
          const isFolded = edits.some((edit) => edit.kind === 'fold' && edit.from <= index && index < edit.to)
          if (isFolded || edits.some((edit) => 'message' in edit && edit.message === index)) continue
          const raw = odd.text.slice(message.start, message.end)
          const at = body.indexOf(raw, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + raw.length
        }
      }),
      { numRuns: 200 },
    )
  })

  test('writes the same characters for the same edit of the same message, however the conversation continues', () => {
    fc.assert(
      fc.property(edited, notBlank, ({ odd, view, edits }, added) => {
        const last = view.messages.at(-1)!.end
        const next = `,{"role":"user","content":${JSON.stringify(added)}}`
        const longer = viewOf(odd.text.slice(0, last) + next + odd.text.slice(last), odd.format)
        const shortBody = splice(view, edits)
        const longBody = splice(longer, edits)
        const tail = longBody.length - next.length - odd.text.slice(last).length
        expect(longBody.slice(0, tail)).toBe(shortBody.slice(0, tail))
      }),
    )
  })

  test('returns a body whose view contains the inserted texts', () => {
    fc.assert(
      fc.property(edited, ({ odd, view, edits }) => {
        const again = viewOf(splice(view, edits), odd.format)
        const written = edits.flatMap((edit) =>
          edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : edit.kind === 'recall' ? [edit.text] : [],
        )
        const users = again.messages.filter((message) => message.shape.role === 'user')
        const texts = users.flatMap((message) =>
          message.shape.parts.map((part) => (part.kind === 'text' ? textAt(again, message, part.leaf) : '')),
        )
        for (const text of written) expect(texts.some((read) => `\n${read}\n`.includes(`\n${text}\n`))).toBe(true)
      }),
    )
  })
})
