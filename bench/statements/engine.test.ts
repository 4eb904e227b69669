import { expect, it } from 'vitest'
import { createEngine, tokensOf } from './engine.ts'
import { loadTalks } from './load-talks.ts'
import { playTalk } from './play-talk.ts'
import { encodeTalk } from './wire.ts'

const open = createEngine()

it.each(['en-homebrew', 'ja-tool-kouban'])('shortens %s, and a probe changes no byte of later requests', (id) => {
  const talk = loadTalks().find((known) => known.id === id)!
  const probed = playTalk({ ...talk, probes: talk.probes.map((probe) => ({ ...probe, after: 5 })) }, open(talk.wire))
  const alone = playTalk({ ...talk, probes: [] }, open(talk.wire))
  expect(probed.requests.map(({ sent }) => sent)).toEqual(alone.requests.map(({ sent }) => sent))
  const { sent, original } = alone.requests.at(-1)!
  expect(tokensOf(sent)).toBeLessThan(tokensOf(original))
})

it('sends a short conversation unchanged', () => {
  const messages = encodeTalk({ wire: 'openai' }, [{ user: 'hello' }, { assistant: 'Hello.' }, { user: 'bye' }])
  expect(open('openai')(messages)).toEqual(messages)
})

it('counts four tokens for a message in addition to its text', () => {
  expect(tokensOf([{ role: 'user', content: 'hello' }])).toBe(5)
})
