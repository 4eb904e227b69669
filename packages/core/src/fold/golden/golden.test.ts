import { describe, expect, it } from 'vitest'
import { playTalk, readTalk, talkNames } from './play.fixture.ts'
import { renderRequests } from './render.fixture.ts'

const CHANGED =
  'These requests differ from the stored ones. If that is intended, run `npm run golden -- -u` and read the diff.'

describe('the stored talks', () => {
  const talks = talkNames()

  it.each(talks)('%s is sent with the stored bytes', async (name) => {
    const sent = renderRequests(playTalk(readTalk(name)))
    await expect(sent, CHANGED).toMatchFileSnapshot(`./${name}.sent.txt`)
  })

  it('are in eight languages, on both wires, with tools, code and thinking', () => {
    const read = talks.map((name) => ({ name, talk: readTalk(name) }))
    const languages = new Set(read.map(({ name }) => name.split('-')[0]).filter((name) => name !== 'tools'))
    const withTools = read.filter(({ talk }) => talk.body.tools !== undefined)
    const text = JSON.stringify(read)
    expect(languages.size).toBe(8)
    for (const talks of [read, withTools])
      expect(new Set(talks.map(({ talk }) => talk.format))).toEqual(new Set(['openai-chat', 'anthropic-messages']))
    expect(text).toContain('```python')
    expect(text).toContain('"type":"thinking"')
  })
})
