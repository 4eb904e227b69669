import { describe, expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { readWholeTranscript } from '../explain/read-transcript.ts'
import { talkRequest } from '../explain/talk.fixture.ts'
import { type PointOptions, readPoints } from './read-points.ts'

const deps = { hash: shortSha256, vectors: undefined }
const options: PointOptions = { most: 4, maxTokens: 200, model: undefined, questions: [] }
const talk = { name: 'talk.json', request: talkRequest('openai-chat', 40) }

type Body = { readonly messages: readonly { readonly role: string; readonly content: string }[] } & Record<
  string,
  unknown
>
const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as Body

describe('the requests of a transcript', () => {
  const points = readPoints(deps, talk, options)

  test('are spread over the requests that the fold changes, with the last one', () => {
    expect(points).toHaveLength(4)
    for (const { turn, tokens } of points) {
      expect(turn).toBeGreaterThanOrEqual(5)
      expect(tokens.folded).toBeLessThan(tokens.full)
    }
    expect(new Set(points.map(({ turn }) => turn)).size).toBe(4)
    expect(points.at(-1)!.question).toContain('Which number did the turbine have')
  })

  test('end before the recorded answer', () => {
    for (const point of points.slice(0, -1)) {
      expect(bodyOf(point).messages.at(-1)!.role).not.toBe('assistant')
      expect(point.recorded).toBeTruthy()
    }
    expect(points.at(-1)!.recorded).toBeUndefined()
  })

  test('ask for one answer without streaming, and limit it', () => {
    const fields = { stream: true, n: 8, max_tokens: 9 }
    const request = { ...talk.request, body: JSON.stringify({ ...bodyOf(talk.request), ...fields }) }
    const [point] = readPoints(deps, { ...talk, request }, options)
    expect(bodyOf(point!)).not.toHaveProperty('stream')
    expect(bodyOf(point!)).not.toHaveProperty('n')
    expect(bodyOf(point!).max_tokens).toBe(200)
    expect(bodyOf(points[0]!).max_completion_tokens).toBe(200)
  })

  test('are not asked if the conversation is short', () => {
    expect(readPoints(deps, { name: 'a', request: talkRequest('openai-chat', 3) }, options)).toEqual([])
  })
})

test('a fact is a value that the recorded answer took from the history and not from the question', () => {
  const messages = [...bodyOf(talk.request).messages.slice(0, -1)]
  messages.push({ role: 'user', content: 'Which numbers did the first two have, not counting 999?' })
  messages.push({ role: 'assistant', content: 'They had 137 and 274, not 999. The year was 1871.' })
  const request = readWholeTranscript(JSON.stringify(messages), { wanted: undefined, model: 'gpt-4o' })
  const points = readPoints(deps, { name: 'talk.json', request }, options)
  expect(points.at(-1)!.facts).toEqual([['137'], ['274']])
})

test('written questions are asked at the end of the transcripts that they name', () => {
  const questions = [
    { transcript: 'talk.json', ask: 'Which number did the ledger have?', facts: [['411']] },
    { transcript: 'other.json', ask: 'Something else?', facts: [] },
  ]
  const points = readPoints(deps, talk, { ...options, model: 'another', questions })
  expect(points).toMatchObject([{ question: 'Which number did the ledger have?', facts: [['411']], model: 'another' }])
  expect(bodyOf(points[0]!).messages.at(-1)).toEqual({ role: 'user', content: 'Which number did the ledger have?' })
})

test('called tools are defined if the transcript does not contain their definitions', () => {
  const request = talkRequest('anthropic-messages', 40)
  const points = readPoints(deps, { name: 'agent.jsonl', request }, options)
  expect(points.length).toBeGreaterThan(0)
  for (const point of points) expect(bodyOf(point).tools).toEqual([{ name: 'list', input_schema: { type: 'object' } }])
})
