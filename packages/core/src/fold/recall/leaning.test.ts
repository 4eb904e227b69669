import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const TOPICS = [
  'tide tables',
  'oak joinery',
  'sourdough starters',
  'bicycle gears',
  'watercolour paper',
  'beehive frames',
]
const PLAN = [
  'Here is a plan for the weekend in the workshop:',
  '- **Saturday**: sharpen the chisels and flatten the plane iron on the coarse stone.',
  '- **Noon**: glue the drawer fronts with hide glue, and leave them under clamps until the evening.',
  '- **Sunday**: oil the bench top twice, with four hours between the coats.',
  '- **Evening**: sweep the floor, empty the dust bags, and write down which blades are worn.',
  'The neighbours will hear the thickness planer, so tell them on Friday what to expect and when it ends.',
].join('\n')

/** A long talk that ends with a plan and what the user says to it. */
function talkEndingIn(said: string): WireMessage[] {
  const messages = TOPICS.flatMap((topic, i): WireMessage[] =>
    [0, 1, 2, 3].flatMap((part): WireMessage[] => [
      { role: 'user', content: `Tell me something about ${topic}, part ${part}, with an example from practice.` },
      {
        role: 'assistant',
        content: `On ${topic}: begin slowly and write down result ${i * 4 + part}. ${`Practitioners of ${topic} compare notes every season and adjust. `.repeat(6)}`,
      },
    ]),
  )
  return [
    ...messages,
    { role: 'user', content: 'Please plan my weekend in the workshop, with chisels, drawers and the bench in mind.' },
    { role: 'assistant', content: PLAN },
    { role: 'user', content: said },
  ]
}

function recallFor(said: string): string | undefined {
  const messages = talkEndingIn(said)
  const conversation = conversationOf('openai-chat', messages)
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === messages.length - 1)
  return recall?.kind === 'recall' ? recall.text : undefined
}

describe('a message that leans on the last answer', () => {
  it('gets it word for word when it wishes for something without naming it', () => {
    expect(recallFor('Shorter, please.')).toContain(PLAN)
  })

  it('does so in every language', () => {
    for (const wish of ['Kürzer bitte.', 'もっと短く', 'Más corto.', 'أقصر']) expect(recallFor(wish)).toContain(PLAN)
  })

  it('gets its gist when it asks without naming anything', () => {
    const recall = recallFor('And why so?')!
    expect(recall).not.toContain(PLAN)
    for (const said of ['hide glue', 'four hours', 'thickness planer', 'worn']) expect(recall).toContain(said)
    expect(countTokens(recall)).toBeLessThan(0.9 * countTokens(PLAN))
  })

  it('gets the lines that it takes up, and no others', () => {
    const recall = recallFor(
      'The hide glue for the drawer fronts is fine, but under clamps until the evening is long.',
    )!
    expect(recall).toContain('glue the drawer fronts with hide glue, and leave them under clamps until the evening.')
    expect(recall).not.toContain('dust bags')
  })

  it('gets nothing when it speaks of something else', () => {
    expect(recallFor('Write a haiku on volcanic eruptions near Reykjavik.')).toBeUndefined()
  })
})
