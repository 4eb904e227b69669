import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KEEP_NEWEST } from './baselines/newest.ts'
import { differing } from './figures.ts'
import { createOurs } from './ours.ts'
import type { WireMessage } from './recordings.ts'
import { startReplayProxy } from './replay.ts'
import { loadScoring, type Scoring, type WireKind } from './scoring.ts'
import { hasRecordings } from './sets.ts'
import { makeTalk } from './talk.fixture.ts'
import { type Method, replayInProcess } from './twin.ts'

const textOf = ({ content }: WireMessage): string => String(content)

/** Scoring with one token per character. Evidence is found if its text is sent. */
const PLAIN: Scoring = {
  segments: ({ messages }) =>
    messages.map((message) => ({ role: message.role, text: textOf(message), tokens: textOf(message).length })),
  flatten: textOf,
  sharedPrefix(before, now) {
    let shared = 0
    for (const [place, { text, tokens }] of now.entries()) {
      if (before[place]?.text !== text) break
      shared += tokens
    }
    return shared
  },
  problem: (_kind, body) => (JSON.stringify(body).includes('refuse me') ? 'no' : undefined),
  scoreQuestion(_question, evidence, _sentText, stream) {
    const codes = String.fromCharCode(...stream)
    const there = evidence.every((text) => codes.includes(text)) ? 1 : 0
    return { evidence: there, strict: there, answer: Number.NaN }
  },
  Dictionary: class {
    stream = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0))
  },
}

const NOTHING: Method = {
  name: 'nothing',
  title: 'nothing',
  open:
    () =>
    ({ messages }) =>
      messages,
}
const HALF: Method = {
  name: 'half',
  title: 'half',
  open:
    () =>
    ({ messages }) =>
      messages.slice(-Math.ceil(messages.length / 2)),
}

describe('the replay in process', () => {
  const recordings = [makeTalk(16, 'openai', false)]

  it('measures an unchanged request as nothing saved, everything kept, and the uncompressed price', async () => {
    const [figures] = await replayInProcess(recordings, [NOTHING], { scoring: PLAIN })
    expect(figures).toMatchObject({
      savedEarly: 0,
      savedAt10: 0,
      saved: 0,
      savedAtQuestions: 0,
      evidence: 1,
      answer: null,
    })
    expect(figures).toMatchObject({ costOpenAi: 1, costAnthropic: 1, refused: 0 })
    expect(figures!.prefix).toBeGreaterThan(0.8)
  })

  it('gives the other methods the budget of the first', async () => {
    const [half, newest] = await replayInProcess(recordings, [HALF, KEEP_NEWEST], { scoring: PLAIN })
    expect(half).toMatchObject({ evidence: 0 })
    expect(newest!.savedAt15).toBeGreaterThanOrEqual(half!.savedAt15!)
    expect(newest!.savedAt15).toBeLessThan(half!.savedAt15! + 0.1)
  })

  it('does not find the evidence in the question itself', async () => {
    const [asked] = [makeTalk(6, 'openai', false)]
    const lastOnly: Method = {
      name: 'last',
      title: 'last',
      open:
        () =>
        ({ messages }) =>
          messages.slice(-1),
    }
    const question = textOf(asked!.messages[asked!.qa![0]!.evidence![0]!]!)
    const recording = { ...asked!, qa: [{ ...asked!.qa![0]!, question }] }
    expect((await replayInProcess([recording], [lastOnly], { scoring: PLAIN }))[0]).toMatchObject({ evidence: 0 })
  })

  it('counts requests that would be refused', async () => {
    const refused: Method = { name: 'r', title: 'r', open: () => () => [{ role: 'user', content: 'refuse me' }] }
    const [figures] = await replayInProcess(recordings, [refused], { scoring: PLAIN })
    expect(figures).toMatchObject({ refused: 17, saved: null, evidence: null })
  })

  it('measures only the questions if requested', async () => {
    const [figures] = await replayInProcess(recordings, [NOTHING], { scoring: PLAIN, onlyQuestions: true })
    expect(figures).toMatchObject({ evidence: 1, saved: null, prefix: null })
  })
})

const cases: readonly { kind: WireKind; hasTools: boolean }[] = [
  { kind: 'openai', hasTools: false },
  { kind: 'openai', hasTools: true },
  { kind: 'anthropic', hasTools: true },
]

describe.skipIf(!hasRecordings)('the fold called directly and the running proxy', () => {
  it('have the same figures', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pleat-twin-'))
    const scoring = await loadScoring()
    const proxy = await startReplayProxy()
    try {
      for (const { kind, hasTools } of cases) {
        const recording = makeTalk(32, kind, hasTools)
        const file = join(folder, 'talk.jsonl')
        await writeFile(file, `${JSON.stringify(recording)}\n`)
        const proxied = await proxy.replay(file)
        const [direct] = await replayInProcess([recording], [createOurs()], { scoring })
        expect(direct!.saved).toBeGreaterThan(0.3)
        expect(proxied).toMatchObject({ failed: 0, problems: 0, bodyDiffers: 0 })
        expect(differing(proxied, direct!)).toEqual([])
      }
    } finally {
      await proxy.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
