import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'
import { loadTalks, parseTalks } from './load-talks.ts'
import { linesOfRequest } from './sent-lines.ts'
import { rawTalk } from './talk.fixture.ts'
import { LANGUAGES, type Talk } from './talk.ts'
import { encodeTalk } from './wire.ts'

function parse(changes: object): readonly Talk[] {
  return parseTalks(`\n${JSON.stringify({ ...rawTalk(), ...changes })}\n`, 'x.jsonl')
}

describe('a talk that breaks the format is refused with its file and line', () => {
  const probe = { ask: 'When?', kind: 'fact', required: [['Monday']] }
  const messages = rawTalk().messages as object[]
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ['an unknown member', { mood: 'good' }, /x\.jsonl:2: .*mood/s],
    ['a probe that demands nothing', { probes: [probe, probe, { ask: 'x', kind: 'fact' }] }, /demands nothing/],
    [
      'a pattern that is not a regular expression',
      { probes: [probe, probe, { ...probe, required: [['(']] }] },
      /not a regular expression/,
    ],
    ['two successive questions', { messages: [{ user: 'a' }, ...messages] }, /messages\[1\].*no answer/],
    ['an end without an answer', { messages: [...messages, { user: 'a' }] }, /last message must be an answer/],
    [
      'results without calls',
      { messages: [...messages, { results: ['r'] }, { assistant: 'b' }] },
      /0 calls are open, 1 results/,
    ],
    [
      'a probe after a user message that does not exist',
      { probes: [probe, probe, { ...probe, after: 6 }] },
      /no user message 6/,
    ],
    ['a choice by a user message that does not exist', { choices: [{ user: 7, takes: 'a' }] }, /no user message 7/],
    ['a language outside the lexicon', { lang: 'la' }, /lang/],
  ]
  it.each(cases)('%s', (_, changes, message) => {
    expect(() => parse(changes)).toThrow(message)
  })

  it('a line that is not JSON', () => {
    expect(() => parseTalks('{"id":', 'x.jsonl')).toThrow(/x\.jsonl:1: /)
  })
})

it('reads a talk with as many results as calls', () => {
  const messages = [
    ...(rawTalk().messages as object[]),
    { user: 'look it up' },
    {
      assistant: '',
      calls: [
        { tool: 'find', args: { id: 1 } },
        { tool: 'find', args: { id: 2 } },
      ],
    },
    { results: ['one', 'two'] },
    { assistant: 'Two rooms.' },
  ]
  expect(parse({ messages })[0]!.messages).toHaveLength(14)
})

describe('the talks', () => {
  const talks = loadTalks()
  const count = (isMeant: (talk: Talk) => boolean) => talks.filter(isMeant).length

  it('are at least 60, 10 of them with tools, on both wires', () => {
    expect(talks.length).toBeGreaterThanOrEqual(60)
    expect(count(({ kind }) => kind === 'tools')).toBeGreaterThanOrEqual(10)
    expect(count(({ kind, wire }) => kind === 'tools' && wire === 'openai')).toBeGreaterThanOrEqual(5)
    expect(count(({ kind, wire }) => kind === 'tools' && wire === 'anthropic')).toBeGreaterThanOrEqual(5)
  })

  it.each(LANGUAGES)('include at least two in %s', (language) => {
    expect(count(({ lang }) => lang === language)).toBeGreaterThanOrEqual(2)
  })

  it('use calls if and only if their kind is `tools`', () => {
    for (const { id, kind, messages } of talks) {
      expect([id, messages.some((message) => 'results' in message)]).toEqual([id, kind === 'tools'])
    }
  })

  it.each(talks.map((talk) => [talk.id, talk] as const))('%s meets the demands of its probes', (_, talk) => {
    for (const probe of talk.probes) {
      const original = encodeTalk(talk, [...historyOf(talk, probe.after), { user: probe.ask }])
      expect([probe.ask, judge(probe, linesOfRequest(original, original))]).toEqual([probe.ask, []])
    }
  })
})

/** The messages up to the answer to user message `after`, or all. */
function historyOf({ messages }: Talk, after: number | undefined): Talk['messages'] {
  if (after === undefined) return messages
  const users = messages.flatMap((message, index) => ('user' in message ? [index] : []))
  return messages.slice(0, users[after])
}
