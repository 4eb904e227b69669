import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AnswersFile } from './answers-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-answers-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const usage = { inputTokens: 10, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 3 }

test('the next run finds an answer, also after a line that was cut off', () => {
  const path = join(directory, 'answers.jsonl')
  new AnswersFile(path).add('one', { text: 'One.\nTwo.', usage })
  appendFileSync(path, '\n{"key":"two","te')
  new AnswersFile(path).add('three', { text: 'Three.', usage: undefined })
  const next = new AnswersFile(path)
  expect(next.find('one')).toEqual({ text: 'One.\nTwo.', usage })
  expect(next.find('two')).toBeUndefined()
  expect(next.find('three')).toEqual({ text: 'Three.', usage: undefined })
})

test('only the owner may read the file', () => {
  const path = join(directory, 'answers.jsonl')
  new AnswersFile(path).add('one', { text: 'One.', usage })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
