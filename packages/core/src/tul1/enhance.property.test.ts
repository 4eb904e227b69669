import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodingOf } from '../tokens/encoding.ts'
import { enhance } from './enhance.ts'
import { createTranscriptMemo } from './transcript-memo.ts'
import type { TranscriptMessage } from './transcript-message.ts'

const { count } = encodingOf('o200k')
const modes = ['off', 'aggressive', 'balanced', 'conservative'] as const

const sentence = fc.oneof(
  fc.constantFrom(
    'The meeting is on Tuesday.',
    'Actually, the meeting is on Thursday.',
    'I think the port is 8080.',
    'Dana said the budget is $4,000, not $5,000.',
    'When does it start?',
    'It starts at 9:30 on 14 May 2027.',
    'Das kostet 12,50 € und nicht mehr.',
    '会議は3時です。',
    'We must never ship v1.2.3 to /srv/app/main.ts:42.',
    '```\ncode 77\n```\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const message = fc.record({
  role: fc.constantFrom<TranscriptMessage['role']>('user', 'assistant'),
  content: fc.array(sentence, { maxLength: 12 }).map((sentences) => sentences.join(' ')),
})
const transcript = fc.array(message, { maxLength: 24 })

/** Splits a view at the heads of its blocks. Text of messages never starts a line with a head. */
function blocksOf(serviceMd: string): string[] {
  return serviceMd.split(/\n\n(?=\[T\d+ \((?:user|assistant)\)\]\n)/)
}

describe('enhance, for any transcript', () => {
  it('writes one non-empty block per compressed turn, in order', () => {
    fc.assert(
      fc.property(transcript, fc.constantFrom(...modes), (messages, mode) => {
        const { applied, serviceMd, compressedTurns, rawTail } = enhance({ messages, mode, count })
        if (!applied) {
          expect(rawTail).toEqual(messages)
          return
        }
        const blocks = blocksOf(serviceMd)
        expect(blocks).toHaveLength(compressedTurns)
        blocks.forEach((block, i) => {
          const [head, line, ...rest] = block.split('\n')
          expect(head).toBe(`[T${i + 1} (${messages[i]!.role})]`)
          expect(line!.trim()).not.toBe('')
          expect(rest).toEqual([])
        })
        expect([...messages.slice(0, compressedTurns), ...rawTail]).toEqual(messages)
      }),
    )
  })

  it('is never longer than the text that it replaces', () => {
    fc.assert(
      fc.property(transcript, (messages) => {
        const { applied, serviceMd, savedTokens, savedChars } = enhance({ messages, mode: 'off', count })
        const before = messages.reduce((sum, { content }) => sum + count(content), 0)
        if (applied) expect(count(serviceMd)).toBeLessThan(before)
        expect(savedTokens).toBe(applied ? before - count(serviceMd) : 0)
        expect(savedChars).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is deterministic, with and without a memo', () => {
    const memos = [createTranscriptMemo(50_000), createTranscriptMemo(10_000_000)]
    fc.assert(
      fc.property(transcript, fc.constantFrom(...modes), fc.nat(9), (messages, mode, dropped) => {
        const rest = messages.slice(dropped)
        for (const history of [messages, rest]) {
          const fresh = enhance({ messages: history, mode, count })
          expect(enhance({ messages: history, mode, count })).toEqual(fresh)
          for (const memo of memos) expect(enhance({ messages: history, mode, count, memo })).toEqual(fresh)
        }
      }),
    )
  })

  it('keeps every figure of a kept sentence', () => {
    const figures = fc.array(fc.integer({ min: 100, max: 99_999 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(figures, { minLength: 2, maxLength: 8 }), (rows) => {
        const filler = 'It was a long and pleasant walk along the river with all of the others. '.repeat(3)
        const messages = rows.map((row, i) => ({
          role: 'user' as const,
          content: `${filler}Crate q${i} holds ${row.map((figure) => `${figure} lamps`).join(' and ')}.`,
        }))
        const { applied, serviceMd } = enhance({ messages, mode: 'off', count })
        if (!applied) return
        blocksOf(serviceMd).forEach((block, i) => {
          if (!block.includes(`q${i}`)) return
          for (const figure of rows[i]!) expect(block).toContain(String(figure))
        })
      }),
    )
  })

  it('handles runs of one sign in limited CPU time', () => {
    // CPU time of this thread, which other work on the machine does not affect.
    const started = process.threadCpuUsage()
    for (const sign of [
      'a',
      ' ',
      '.',
      '\n',
      '"',
      '“',
      '`',
      '|',
      '中',
      '😀',
      '-',
      'not ',
      'if ',
      '?',
      '[T1 (user)] ',
      '>',
    ]) {
      const messages = [
        { role: 'user' as const, content: sign.repeat(250_000 / sign.length) },
        { role: 'assistant' as const, content: `${sign.repeat(250_000 / sign.length)}x` },
      ]
      const { applied, serviceMd } = enhance({ messages, mode: 'off', count })
      if (applied) expect(blocksOf(serviceMd)).toHaveLength(2)
    }
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(20_000)
  })
})
