import { describe, expect, it } from 'vitest'
import { splice } from '../../../wire/splice.ts'
import { fold } from '../../fold.ts'
import { DEFAULT_POLICY } from '../../policy.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

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
  '- **Monday**: bring back the borrowed clamps, and pick up the maple boards at the mill before it closes.',
  'The neighbours will hear the thickness planer, so tell them on Friday what to expect and when it ends.',
].join('\n')

const STOVES = [
  'Three of them would do:',
  '1. Jotul F 602: 980 euros, heats 60 square metres, 4 kg of birch an evening.',
  '2. Morso 1412: 1,150 euros, heats 80 square metres, 5 kg of beech an evening, and has a flat top for the glue pot.',
  '3. A used Godin: 400 euros, but the grate is cracked and a new one takes six weeks.',
  'All need a plate of steel below them and forty centimetres of air to the next wall.',
].join('\n')

const LETTER = [
  'Dear Ms Lindqvist, thank you for the tour of the joinery last week, and for the time that your people took for us.',
  'We were most taken with the drying chamber, and with how little is thrown away between the saw and the press.',
  'Could we come again in spring with the four apprentices who begin in March? Two hours would be enough for them.',
  'They would bring their own aprons and goggles, and we would of course pay for the boards that they spoil.',
  'Yours, the workshop in Mill Lane',
].join('\n')
const CODE = [
  'This saves the cuts:',
  '```python',
  'def save(cuts, path):',
  '    with open(path, "w") as file:',
  '        for cut in cuts:',
  '            file.write(f"{cut.length} x {cut.width}\\n")',
  '```',
].join('\n')

/** A long talk that ends with the answer `last` to `wanted`, and the user's reply. */
function talkEndingIn(said: string, last: string, wanted: string): WireMessage[] {
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
    { role: 'user', content: wanted },
    { role: 'assistant', content: last },
    { role: 'user', content: said },
  ]
}

const WANTED_PLAN = 'Please plan my weekend in the workshop, with chisels, drawers and the bench in mind.'

function recallFor(said: string, last = PLAN, wanted = WANTED_PLAN): string | undefined {
  const messages = talkEndingIn(said, last, wanted)
  const conversation = conversationOf('openai-chat', messages)
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === messages.length - 1)
  return recall?.kind === 'recall' ? unindented(recall.text) : undefined
}

describe('a message that continues the last answer', () => {
  it('gets the answer word for word if it asks for a change and names nothing', () => {
    expect(recallFor('Shorter, please.')).toContain(PLAN)
  })

  it('gets it in several languages', () => {
    for (const wish of ['Kürzer bitte.', 'もっと短く', 'Más corto.', 'أقصر']) expect(recallFor(wish)).toContain(PLAN)
  })

  it('gets it word for word if it repeats the same task', () => {
    const story = 'Two herons stood at the weir all winter, and nobody knew which of them had come first to the mill.'
    for (const task of ['Rewrite in our house style', 'Turn these notes into a plan', '改写成我们的风格'])
      expect(recallFor(`${task}: ${story.repeat(4)}`, PLAN, `${task}: chisels, drawers and the bench`)).toContain(PLAN)
    for (const name of ['Mara', 'Step 12 of the list', 'And then it is'])
      expect(recallFor(`${name}: ${story.repeat(4)}`, PLAN, 'And here: chisels, drawers and the bench')).toBeUndefined()
    expect(recallFor(`Mara: ${story.repeat(4)}`, PLAN, 'Mara: chisels, drawers and the bench')).toBeUndefined()
  })

  it('gets the gist of the answer if it is a question that names nothing', () => {
    const recall = recallFor('And why so?')!
    expect(recall).not.toContain(PLAN)
    for (const said of ['hide glue', 'four hours', 'thickness planer', 'worn']) expect(recall).toContain(said)
    const gist = recall.slice(recall.indexOf('25A '))
    expect(countTokens(gist)).toBeLessThan(0.9 * countTokens(PLAN))
  })

  it('gets no part of the answer if it asks about an earlier subject', () => {
    for (const said of ['Which oak joinery?', 'What is sourdough?'])
      expect(recallFor(said) ?? '').not.toMatch(/hide glue|thickness planer/)
  })

  it('gets a list whole if it chooses from it, with any other words', () => {
    const wanted = 'Which stoves are there for the workshop, with prices, and what do they burn in a week?'
    for (const said of [
      '2. and how many apprentices fit around the table when all of them come on the same day in March?',
      'the second one but my brother asks whether the chimney has to be swept before the first of October',
      '3! do we still need a permit, or has the mayor of Ravels changed that rule for small buildings lately?',
    ])
      expect(recallFor(said, STOVES, wanted)).toContain(STOVES)
  })

  it('gets the answer word for word if the answer contains enough of its information', () => {
    const said = 'The hide glue for the drawer fronts is fine, but under clamps until the evening is long.'
    expect(recallFor(said)).toContain(PLAN)
  })

  it('gets only the lines that it continues if the whole answer does not fit', () => {
    const messages = talkEndingIn(
      'The hide glue for the drawer fronts is fine, but under clamps until the evening is long.',
      PLAN,
      WANTED_PLAN,
    )
    const { edits } = fold({
      transcript: transcript(conversationOf('openai-chat', messages)),
      count: countTokens,
      policy: { ...DEFAULT_POLICY, recall: { ...DEFAULT_POLICY.recall, mostTokens: 60 } },
    })
    const recall = edits.find((edit) => edit.kind === 'recall')!
    expect(recall.text).toContain(
      'glue the drawer fronts with hide glue, and leave them under clamps until the evening.',
    )
    expect(recall.text).not.toContain('dust bags')
  })

  it.each([6, 12])('gets as much of a long answer as the folds have saved by turn %i, if it names nothing', (turns) => {
    const long = Array.from({ length: 80 }, (_, i) => `${i + 1}. Plane board ${i * 7 + 3} to ${i + 12} mm and mark it.`)
    const small = Array.from({ length: turns }, (_, i): WireMessage[] => [
      { role: 'user', content: `What does joint ${i} hold, and how deep is it cut into the board?` },
      {
        role: 'assistant',
        content: `Joint ${i} holds ${i + 20} kilos when it is cut ${i + 4} mm deep, with a dry board.`,
      },
    ]).flat()
    const messages: WireMessage[] = [
      ...small,
      { role: 'user', content: 'Please list the steps.' },
      { role: 'assistant', content: long.join('\n') },
      { role: 'user', content: 'Shorter, please.' },
    ]
    const conversation = conversationOf('openai-chat', messages)
    const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
    const sent = splice(conversation, edits)
    const steps = long.filter(
      (_, i) => sent.includes(`Plane board ${i * 7 + 3} `) || sent.includes(`board ${i * 7 + 3} `),
    )
    expect(edits.some(({ kind }) => kind === 'recall')).toBe(true)
    expect(steps.length).toBeGreaterThan(40)
  })

  it('gets the answer that it points at with "it" or the like, in many languages', () => {
    const said = [
      'Make it warmer, and mention the bakery sale on Friday.',
      'Mach es wärmer und erwähne Freitag.',
      'Rends-la plus chaleureuse, avec vendredi.',
      '把它写得更亲切。',
    ]
    for (const wish of said) expect(recallFor(wish, LETTER, 'Write a letter to the joinery.')).toContain(LETTER)
  })

  it('gets code for any message, since every character of it counts', () => {
    const wanted = 'Write a function that saves the cuts.'
    for (const said of [
      'Now make it async and add retries with exponential backoff please',
      'Handle a full disk too, log to stderr, and return how many bytes went out in total',
    ])
      expect(recallFor(said, CODE, wanted)).toContain(CODE)
  })

  it('gets code that is nearly the whole conversation so far', () => {
    const steps = Array.from(
      { length: 40 },
      (_, i) => `def step_${i}(cut):\n    return cut.move(${i * 7}, speed=${i + 3})`,
    )
    const long = `Here it is:\n\`\`\`python\n${steps.join('\n')}\n\`\`\``
    const small = ['Hi', 'What is a saw?', 'Is Python good to drive one?', 'What do I need?'].flatMap(
      (said): WireMessage[] => [
        { role: 'user', content: said },
        { role: 'assistant', content: `You asked "${said}", and it depends on the workshop and on the wood.` },
      ],
    )
    const last = 'Now make it async, and log each step to a file with a timestamp please'
    const messages: WireMessage[] = [
      ...small,
      { role: 'user', content: 'Please write the module.' },
      { role: 'assistant', content: long },
      { role: 'user', content: last },
    ]
    const conversation = conversationOf('openai-chat', messages)
    const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
    const sent = JSON.parse(splice(conversation, edits)).messages.map(({ content }: WireMessage) => content)
    expect(unindented(sent.join('\n'))).toContain(long)
  })

  it('is sent with a short answer that adds little to its cost', () => {
    const log = Array.from({ length: 40 }, (_, i) => `lathe ${i} spun at ${i * 31 + 400} turns, chuck closed`).join(
      '\n',
    )
    const messages = talkEndingIn(log, 'Let me look at the lathes first.', 'Go on.')
    const conversation = conversationOf('openai-chat', messages)
    const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
    expect(splice(conversation, edits)).toContain('Let me look at the lathes first.')
  })

  it('gets nothing if it is about something else', () => {
    expect(recallFor('Write a haiku on volcanic eruptions near Reykjavik.')).toBeUndefined()
  })
})

describe('an answer that ends with a question', () => {
  const QUESTION =
    '**Question 2: "Tell me about a conflict between two people in your workshop."** Answer as you would there.'
  const REPLY =
    'in 2018 two joiners didnt talk to each other because of the holiday rota. i sat them down with coffee, we made a rotating calendar, one left anyway in autumn, the other still works with us'

  it("is recalled before a reply to it, whatever the reply's own information", () => {
    expect(recallFor(REPLY, `${PLAN}\n\n${QUESTION}`)).toContain('a conflict between two people')
  })

  it('is not recalled before a question or a wish about something else', () => {
    const asked = recallFor(
      'Which airlines fly from Lisbon to Nairobi with a stop in Doha or Dubai?',
      `${PLAN}\n\n${QUESTION}`,
    )
    expect(asked ?? '').not.toContain('a conflict between two people')
  })
})
