import { describe, expect, it } from 'vitest'
import { foldedMessages } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const HEROES = ['the widow', 'the boy', 'the keeper', 'the nurse', 'the captain', 'the clerk', 'the twins', 'the smith']
const PLACES = ['the quay', 'the chapel', 'the mill', 'the tower', 'the ferry', 'the orchard', 'the quarry', 'the inn']

/** Chapters of a story, plain prose of some 110 tokens each. */
const CHAPTERS = HEROES.map(
  (hero, n) =>
    `It was past midnight when ${hero} came to ${PLACES[n]}, and the rain had stopped at last. A lantern hung there which nobody had lit, and ` +
    `beneath it lay ${n + 3} letters without a name on them. ${hero[0]!.toUpperCase()}${hero.slice(1)} took up the first and held it to the light, ` +
    'for the ink had run, and read it twice without a word. Somewhere behind the houses a dog began to bark, and was still again. The road to the ' +
    'hills was empty as far as one could see, and the bells of the old town, which had been silent for a year, began to ring one after another.',
)
const LAST = CHAPTERS.at(-1)!

function said(chapters: readonly string[], newest: string): string {
  const messages = chapters.flatMap((content, n): WireMessage[] => [
    {
      role: 'user',
      content: n ? `Go on, with ${HEROES[n]}.` : 'Let us write a story in turns. Begin with a widow on a quay.',
    },
    { role: 'assistant', content },
  ])
  return JSON.stringify(foldedMessages('openai-chat', [...messages, { role: 'user', content: newest }]))
}

const WISHES = [
  'Introduce a new character, a nun who collects shells.',
  'A storm comes up, and the ferry is lost with all hands.',
  'Now comes the final chapter, at dawn, in spring.',
  'Lass eine Nonne auftreten, die Muscheln sammelt.',
]

describe('a text that is written in turns', () => {
  it.each(WISHES)('is recalled for its next part: %s', (wish) => {
    expect(said(CHAPTERS, wish)).toContain(LAST)
  })

  it('is not recalled for a question', () => {
    expect(said(CHAPTERS, 'Which famous novels are about nuns who collect shells?')).not.toContain(LAST)
  })

  it('is examined in time that grows linearly with its length', () => {
    const started = performance.now()
    for (const sign of ['\n', ' \n', ': ', ' '])
      said([...CHAPTERS.slice(0, -1), LAST + sign.repeat(100_000) + LAST], WISHES[0]!)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('is not recognised if an answer is an explanation with lists', () => {
    const explained = [...CHAPTERS.slice(0, -1), `${LAST}\n\n- **Bells**: they rang at last.`]
    expect(said(explained, WISHES[0]!)).not.toContain(LAST)
  })
})
