import {
  type BodyText,
  type Conversation,
  createMessageMemo,
  type Edit,
  type Message,
  type MessageMemo,
  type Part,
  rawAt,
  readRequest,
  splice,
  textAt,
  type WireFormat,
} from '@pleat/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddBody } from '../../../core/test/wire-bodies.ts'
import { shortSha256 } from '../adapters/sha256.ts'
import { BodyBytes } from './body-bytes.ts'

function viewOf(body: BodyText, format: WireFormat, memo = createMessageMemo(1_000_000)): Conversation {
  const countsBytes = body instanceof BodyBytes
  const result = readRequest(body, format, { hash: shortSha256, memo, countsBytes })
  if (result.kind !== 'conversation') throw new Error(result.kind)
  return result.conversation
}

/** The text at the addresses of a part. */
function contentOf(conversation: Conversation, message: Message, part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [textAt(conversation, message, part.leaf)]
    case 'tool-call':
      return [part.id, part.name, rawAt(conversation, message, part.input)]
    case 'tool-result':
      return [part.callId, ...part.leaves.map((leaf) => textAt(conversation, message, leaf))]
    default:
      return [rawAt(conversation, message, part.span)]
  }
}

function described(conversation: Conversation): unknown {
  const { messages, pinned, body, model, bypass } = conversation
  return {
    model,
    bypass,
    pinned: pinned.map(({ start, end }) => body.slice(start, end)),
    messages: messages.map((message) => ({
      raw: body.slice(message.start, message.end),
      role: message.shape.role,
      key: message.shape.key,
      isKnown: message.shape.isKnown,
      hasCacheMark: message.shape.hasCacheMark,
      parts: message.shape.parts.map((part) => [part.kind, ...contentOf(conversation, message, part)]),
    })),
  }
}

/** A folded first turn, a recall, and all later texts shortened. */
function editsOf({ messages }: Conversation, turnStarts: readonly number[]): Edit[] {
  const tail = turnStarts[1]
  const edits: Edit[] = []
  if (tail !== undefined)
    edits.push({ kind: 'fold', from: turnStarts[0]!, to: tail, digests: [{ text: 'Gefaltet: é 漢 😀' }] })
  edits.push({ kind: 'recall', before: turnStarts.at(-1)!, text: 'Recalled.' })
  for (let message = tail ?? 0; message < messages.length; message++) {
    for (const [part, { kind }] of messages[message]!.shape.parts.entries()) {
      if (kind === 'text') edits.push({ kind: 'shorten', message, part, leaf: 0, text: 'Shörter.' })
    }
  }
  return edits
}

describe('a body read from its bytes', () => {
  it('has the same view as one read from its text, and the same edits produce the same body', () => {
    fc.assert(
      fc.property(oddBody, (odd) => {
        // Lone surrogates have no UTF-8 bytes.
        const text = odd.text.toWellFormed()
        const fromText = viewOf(text, odd.format)
        const fromBytes = viewOf(new BodyBytes(Buffer.from(text)), odd.format)
        expect(described(fromBytes)).toEqual(described(fromText))
        const edits = editsOf(fromText, odd.turnStarts)
        expect(splice(fromBytes, edits)).toBe(splice(fromText, edits))
        expect(splice(fromBytes, [])).toBe(text)
      }),
    )
  })

  it('shares no addresses with a body that was read from its text', () => {
    const memo: MessageMemo = createMessageMemo(1_000_000)
    const text = JSON.stringify({
      messages: [
        { role: 'user', name: 'Zoë', content: 'Größe?' },
        { role: 'user', content: 'And?' },
      ],
    })
    for (const body of [text, new BodyBytes(Buffer.from(text)), text]) {
      const conversation = viewOf(body, 'openai-chat', memo)
      const [message] = conversation.messages
      expect(contentOf(conversation, message!, message!.shape.parts[0]!)).toEqual(['Größe?'])
    }
  })

  it('finds a character near and far, and none beyond the end', () => {
    for (const length of [0, 1, 30, 31, 32, 33, 100]) {
      const text = `${'x'.repeat(length)}"${'y'.repeat(40)}`
      const body = new BodyBytes(Buffer.from(text))
      for (const from of [0, length, length + 1, text.length])
        expect(body.indexOf('"', from)).toBe(text.indexOf('"', from))
    }
    const body = new BodyBytes(Buffer.from('é"'))
    expect([body.charCodeAt(2), body.charCodeAt(3)]).toEqual([0x22, Number.NaN])
    expect([body.length, body.slice(2), String(body)]).toEqual([3, '"', 'é"'])
  })
})
