import { appendFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeTranscript } from '../../test/claude-transcript.ts'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'
import { readTranscriptFile } from './read-transcript-file.ts'

let laptop: Laptop
let path: string

beforeEach(() => {
  laptop = makeLaptop()
  path = join(laptop.home, 'transcript.jsonl')
  const transcript = claudeTranscript()
  transcript.user('the first question')
  transcript.assistant([{ type: 'text', text: 'the first answer' }])
  writeFileSync(path, transcript.text())
})
afterEach(() => laptop.remove())

describe('a transcript in a file', () => {
  it('keeps the index of each message when it grows by many megabytes', async () => {
    const { messages } = await readTranscriptFile(path)
    expect(messages).toHaveLength(2)
    const padding = `${JSON.stringify({ type: 'file-history-snapshot', text: 'x'.repeat(1024 * 1024) })}\n`
    for (let megabytes = 0; megabytes < 70; megabytes++) appendFileSync(path, padding)
    expect((await readTranscriptFile(path)).messages).toEqual(messages)
  })

  it('is refused if it is too large to be read as a whole', async () => {
    truncateSync(path, 300 * 1024 * 1024)
    await expect(readTranscriptFile(path)).rejects.toThrow(/transcript\.jsonl is larger than 256 MB$/)
  })
})
