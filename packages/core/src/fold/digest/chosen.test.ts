import { describe, expect, it } from 'vitest'
import { conversationOf, type WireMessage } from '../talk.fixture.ts'
import { chosenFrom } from './chosen.ts'
import { recordOf } from './record.fixture.ts'

const LETTERED =
  'Four directions:\n\nA) warm ochre\nB) slate blue\nC) forest green\nD) black\n\nTell me which feels right.'
const NUMBERED =
  'Some names:\n\n1. **Crumb** – short\n2. **Early Loaf** – says when you get up\n   - also in German\n3. **Rise** – cheerful\n\nWhich name is it?'
const BULLETED =
  'I would compare:\n- Harbour Lane: cheap\n- Market Square: dear\n- Station Arcade: many people\nWhat do you think?'
const HEADED = '### Option 1: A loan\nAt 4 %.\n\n### Option 2: Leasing\nWith service.\n\nWhat do you say?'

const CHOICES: readonly (readonly [string, string, string])[] = [
  [LETTERED, 'C', 'forest green'],
  [LETTERED, 'a', 'warm ochre'],
  [LETTERED, "Let's go with b)", 'slate blue'],
  [LETTERED, 'D please', 'black'],
  [LETTERED, 'the third', 'forest green'],
  [NUMBERED, '2', 'Early Loaf – says when you get up'],
  [NUMBERED, '#3', 'Rise – cheerful'],
  [NUMBERED, 'Number 2, but shorter.', 'Early Loaf – says when you get up'],
  [NUMBERED, 'I liked the third name best, it sounds happy.', 'Rise – cheerful'],
  [NUMBERED, 'Nehmen wir die zweite.', 'Early Loaf – says when you get up'],
  [BULLETED, 'The last one.', 'Station Arcade: many people'],
  [BULLETED, 'Option B', 'Market Square: dear'],
  [BULLETED, 'la deuxième', 'Market Square: dear'],
  [BULLETED, 'A segunda, por favor.', 'Market Square: dear'],
  [BULLETED, 'Mi piace il terzo.', 'Station Arcade: many people'],
  [BULLETED, 'второй вариант', 'Market Square: dear'],
  [BULLETED, 'Druga propozycja.', 'Market Square: dear'],
  [BULLETED, 'trojka', 'Station Arcade: many people'],
  [BULLETED, 'ikinci', 'Market Square: dear'],
  [BULLETED, 'الثاني', 'Market Square: dear'],
  [BULLETED, 'दूसरा', 'Market Square: dear'],
  [BULLETED, '第二个', 'Market Square: dear'],
  [BULLETED, '2番目がいいです', 'Market Square: dear'],
  [BULLETED, '두 번째', 'Market Square: dear'],
  [HEADED, 'option 2', 'Leasing'],
]

const HOTELS =
  'Three of them:\n\n1. **Garden House** – by the park, no lift, €118 a night\n' +
  '2. **Quay Flats** – by the river, kitchen and washing machine, can be noisy at weekends in summer, €142 a night\n' +
  '3. **Central Hotel** – near the station, lift, €131 a night'
const SIGHTS =
  'For the children the **Sea Hall** by the beach, or **Forest Park** with goats. For you a **Tile Workshop** (€38, two hours).'

const DESCRIBED: readonly (readonly [string, string, readonly string[]])[] = [
  [HOTELS, 'The one near the station, please.', ['Central Hotel – near the station, lift, €131 a night']],
  [HOTELS, 'Das mit dem Park: the park is lovely.', ['Garden House – by the park, no lift, €118 a night']],
  [
    HOTELS,
    'We need the washing machine.',
    ['Quay Flats – by the river, kitchen and washing machine, can be noisy at weekends in summer, €142 a night'],
  ],
  [HOTELS, 'good. 118 x 4 = 472, ok', ['Garden House – by the park, no lift, €118 a night']],
  [HOTELS, 'At 18 we arrive.', []],
  [
    SIGHTS,
    'The goats, and the workshop for me.',
    ['Forest Park with goats. For you a', 'Tile Workshop (€38, two hours).'],
  ],
]

const DIGITS_OF_ARABIC = 'المواعيد:\n١. من ٨ إلى ١١ يناير\n٢. من ١٥ إلى ١٨ يناير\n٣. من ٢٢ إلى ٢٥ يناير'
const DASHED = 'Seçenekler:\n1- deniz kenarı\n2- dağ evi\n3- şehir oteli'

/** Labels of items next to other statements. */
const LABELLED: readonly (readonly [string, string, readonly string[]])[] = [
  [NUMBERED, '1 ve 3. ikincisi şimdilik değil, pahalı', ['Crumb – short', 'Rise – cheerful']],
  [NUMBERED, '1和3，第一个最好，其他的我都不太喜欢', ['Crumb – short', 'Rise – cheerful']],
  [NUMBERED, '2 i 3. pierwszej nie, to był wstyd', ['Early Loaf – says when you get up', 'Rise – cheerful']],
  [NUMBERED, 'la 1 y la 3 me interesan. otra no la quiero ni regalada', ['Crumb – short', 'Rise – cheerful']],
  [NUMBERED, 'hmm, ich nehme wohl die 2, muss aber noch fragen', ['Early Loaf – says when you get up']],
  [LETTERED, 'a, c e d. agora não preciso de mais nada', ['warm ochre', 'forest green', 'black']],
  [DIGITS_OF_ARABIC, '٢', ['من ١٥ إلى ١٨ يناير']],
  [DIGITS_OF_ARABIC, 'رقم ٣', ['من ٢٢ إلى ٢٥ يناير']],
  [DIGITS_OF_ARABIC, 'الأول', ['من ٨ إلى ١١ يناير']],
  [DIGITS_OF_ARABIC, 'الثاني مناسب', ['من ١٥ إلى ١٨ يناير']],
  [BULLETED, 'the second sounds good', ['Market Square: dear']],
  [DASHED, '2 olsun', ['dağ evi']],
  [BULLETED, '2で。ただ会議室は8名じゃなくて4名用に縮めて', ['Market Square: dear']],
  [NUMBERED, '3 then, but I would like it to be a bit longer', ['Rise – cheerful']],
  [BULLETED, 'التالتة، بس من غير الزحمة', ['Station Arcade: many people']],
]

const NOT_LABELLED: readonly string[] = [
  '3, 2 days and nothing else is left',
  'on arrive vers 1:30. on mange avant',
  '1. I need a shop first, with a window',
  '2 days. Then we go home, all of us',
]

describe('chosenFrom', () => {
  it.each(DESCRIBED)('finds an item by a word that only it contains: %#', (list, said, chosen) => {
    expect(chosenFrom(list, said)).toEqual(chosen)
  })

  it('does not choose by a word that several items share, or by a word without an article', () => {
    expect(chosenFrom(HOTELS, 'The lift matters, and the night.')).toEqual([])
    expect(chosenFrom(HOTELS, 'Is there a park or a river somewhere?')).toEqual([])
  })

  it.each(CHOICES)('finds the chosen item of a list: %#', (list, said, chosen) => {
    expect(chosenFrom(list, said)).toEqual([chosen])
  })

  it.each(LABELLED)('finds items by labels among other words: %#', (list, said, chosen) => {
    expect(chosenFrom(list, said)).toEqual(chosen)
  })

  it.each(NOT_LABELLED)('takes no figure for a label that belongs to something else: %s', (said) => {
    expect(chosenFrom(NUMBERED, said)).toEqual([])
  })

  it('finds each of several items', () => {
    expect(chosenFrom(NUMBERED, '1 and 3')).toEqual(['Crumb – short', 'Rise – cheerful'])
  })

  it.each([
    'First, tell me more about bread.',
    'Give me a second.',
    'On the first day of May we open.',
    'We are 2 people.',
    'I am not sure yet.',
    'None of them.',
    'the ninth',
    '1, 2 and 3 or 4 of them',
  ])('finds nothing if nothing is chosen: %s', (said) => {
    expect(chosenFrom(NUMBERED.replace('3. **Rise** – cheerful', '3. Rise\n4. Shine'), said)).toEqual([])
  })

  it('finds nothing without a list', () => {
    expect(chosenFrom('There is the cheap one, and there is the good one. Which is it?', 'the second one')).toEqual([])
  })

  it('takes time that grows linearly with the length', () => {
    const started = performance.now()
    for (const line of ['- x\n', ' ', '*', '1. ', '### ', 'abc ', '**abc** ']) {
      chosenFrom(line.repeat(500_000 / line.length), '2')
      chosenFrom(line.repeat(500_000 / line.length), 'the one by the abc')
    }
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

const PLACES = [
  'Harbour Lane',
  'Market Square',
  'Station Arcade',
  'Mill Row',
  'Castle Hill',
  'Bridge End',
  'Church Walk',
]

/** The record of a talk in which the user chooses the second item of each list. */
function recordOfChoices(itemOf: (place: string) => string, heading = 'There are:'): string {
  const messages = PLACES.flatMap((place, n): WireMessage[] => [
    { role: 'user', content: n ? 'The second one.' : 'Help me plan a round of visits, please.' },
    {
      role: 'assistant',
      content: `Noted. ${heading}\n\n1. ${PLACES[(n + 3) % 7]} with its gardens and the long wall\n2. ${itemOf(place)}\n\nBoth are close to each other, and open all day long.`,
    },
  ])
  return recordOf(conversationOf('openai-chat', [...messages, { role: 'user', content: 'Thanks.' }]))
}

describe('a choice', () => {
  it('is recorded with the chosen item alone, under the message that offered it', () => {
    const record = recordOfChoices((place) => `${place} with its shops and the old pump`)
    for (const [n, place] of PLACES.slice(0, 6).entries())
      expect(record).toMatch(new RegExp(`^${n + 1}A 2\\. ${place} with its shops and old pump$`, 'm'))
  })

  it('is recorded with the heading of its list if that turns its meaning', () => {
    const record = recordOfChoices((place) => `${place} with its shops and the old pump`, 'Do not visit:')
    expect(record).toMatch(/^1A Do not visit: 2\. Harbour Lane with its shops and old pump$/m)
  })

  it('is recorded with the name of an item that consists of several sentences', () => {
    const record = recordOfChoices((place) => `${place}. It has shops. An old pump stands there.`)
    for (const [n, place] of PLACES.slice(0, 5).entries())
      expect(record).toMatch(new RegExp(`^${n + 1}A .*${place}`, 'm'))
  })

  it('that comes after its list was folded is recorded with the chosen item', () => {
    const things =
      'anchor basket candle donkey engine fiddle garden hammer island jacket kettle ladder magnet napkin'.split(' ')
    const facts = ['It takes five weeks and ends with a show.', 'Nobody stays behind.', 'The costumes eat up the time.']
    const messages = things.flatMap((thing, n): WireMessage[] => [
      {
        role: 'user',
        content: n
          ? `The third, but with ${things[(n + 5) % 14]} and not before week ${n + 2}, since the hall is taken until then.`
          : 'Give me three ideas for each project, please.',
      },
      {
        role: 'assistant',
        content: ['court', 'book', 'supper']
          .map((name, at) => `Option ${'abc'[at]}. **The ${thing} ${name} ${n}.** ${facts[at]} ${facts[(at + 1) % 3]}`)
          .join('\n\n'),
      },
    ])
    const record = recordOf(conversationOf('openai-chat', [...messages, { role: 'user', content: 'Thanks.' }]))
    const folded = things.slice(0, 12)
    expect(folded.filter((thing, n) => !record.includes(`${thing} supper ${n}.`))).toEqual([])
  })

  it('that a later message changes by its number is recorded with both items', () => {
    const talk = ['Where could we meet? We are six people with two dogs.', 'The second one.', 'Wait, the first one.']
    const answers = [
      PLACES.map((place, n) => `${n + 1}. ${place}, ${n + 3} minutes on foot from number ${n + 20}`).join('\n'),
      'Noted, that is where you meet.',
      'Changed, and everybody is told.',
    ]
    const later = ['The dogs need water.', 'We start at nine.', 'My sister brings bread.', 'The bus is full.']
    const written =
      'That is written down now, with the names of all who come, what each of them brings, and the way from the station to the ' +
      'meadow behind the old wall, so that nobody has to ask again on the day itself, however early it may be.'
    const messages = [
      ...talk.map((said, n) => [said, answers[n]!]),
      ...later.map((said, n) => [said, `${n + 1}: ${written}`]),
    ].flatMap(([said, answer]): WireMessage[] => [
      { role: 'user', content: said },
      { role: 'assistant', content: answer },
    ])
    const record = recordOf(conversationOf('openai-chat', [...messages, { role: 'user', content: 'Thanks.' }]))
    expect(record).toMatch(/^1A 1\. Harbour Lane.*; 2\. Market Square/m)
    expect(record).not.toContain('Church Walk')
  })
})
