import { describe, expect, it } from 'vitest'
import { unindented } from '../../record/read-record.fixture.ts'
import { foldedMessages } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const CODE = [
  'This does it:',
  '```python',
  'def taken(path):',
  '    exif = Image.open(path).getexif()',
  '    return exif.get(36867)',
  '```',
  'It needs Pillow, and a folder with pictures in it that were taken with a camera and not saved by a chat program.',
].join('\n')
const TABLE = [
  'Here they are:',
  '',
  '| System | Written in | Good for |',
  '|---|---|---|',
  '| PostgreSQL | C | almost everything |',
  '| SQLite | C | devices, tests, small sites |',
  '| CockroachDB | Go | global transactions |',
  '',
  'All of them speak SQL, though the dialects differ in the details, and each has drivers for the usual languages.',
].join('\n')
const MAIL = [
  'Dear Mr Okonkwo,',
  'since Tuesday the heating in our flat has not been working; the radiators stay cold in all of the rooms.',
  'It is the third time this winter. I ask you to have the boiler repaired or replaced by Friday at noon.',
  'Should that not be possible, please provide electric heaters at your cost until then.',
  'Kind regards, Hannah Weiss',
].join('\n')

const TALK = [
  [
    'How long should I boil an egg?',
    'Six minutes for a soft yolk, eight for one that is just set, ten for a hard one.',
  ],
  ['What is a good first telescope?', 'A Dobsonian of 150 to 200 millimetres shows the most for its price.'],
  ['How often should I water a cactus?', 'Every two weeks from spring to autumn, and in winter hardly at all.'],
  ['Is cast iron better than steel for pans?', 'It holds heat better; carbon steel is lighter and heats up faster.'],
  ['What does a notary do?', 'A notary certifies signatures, and has to be there when houses are sold.'],
] as const
const ASIDE = [
  [
    'What is the capital of Burkina Faso?',
    'Ouagadougou, on the plateau in the middle of the country; it has two million people.',
  ],
  [
    'How do I get red wine out of linen?',
    'Put salt on it at once, rinse it with cold water, and wash it as usual after that.',
  ],
  [
    'Why is the sky dark at night?',
    'Because the universe has a finite age and expands; this is called the paradox of Olbers.',
  ],
] as const

/** Text that makes messages longer than those of a terse chat, which would be sent unchanged. */
const MORE =
  ' Whole books have been written on that, with good reasons for this and for its opposite, so take it for what it is: a rule of thumb.'
const talked = ([user, assistant]: readonly [string, string]) => exchange([user, assistant + MORE])
const exchange = ([user, assistant]: readonly [string, string]): WireMessage[] => [
  { role: 'user', content: user },
  { role: 'assistant', content: assistant },
]

/** The messages sent for a conversation with the artifacts `works`, then other questions, then `wish`. */
function sent(works: readonly (readonly [string, string])[], wish: string): string[] {
  const messages = [...TALK.flatMap(talked), ...works.flatMap(exchange), ...ASIDE.flatMap(talked)]
  return foldedMessages('openai-chat', [...messages, { role: 'user', content: wish }]).map(({ content }) =>
    String(content),
  )
}

const isWhole = (work: string, asked: string, wish: string) =>
  sent([[asked, work]], wish).some((text) => unindented(text).includes(work))

describe('an artifact that a message names', () => {
  it.each([
    [CODE, 'Write a Python script that reads when photos were taken.', 'Make the script handle PNG files as well.'],
    [CODE, 'Write a Python script that reads when photos were taken.', 'Can you rewrite the code in Go?'],
    [CODE, 'Schreib ein Python-Skript, das Fotos liest.', 'Ergänze das Skript um eine Option für PNG.'],
    [CODE, 'Напиши скрипт, который читает фотографии.', 'Добавь в скрипт поддержку PNG.'],
    [CODE, '写一个读取照片的脚本。', '给脚本加上对PNG的支持。'],
    [
      TABLE,
      'Compare some database systems in a table.',
      'Add a column with the year of the first release to the table.',
    ],
    [TABLE, 'Compare bases de données dans un tableau.', 'Ajoute une colonne au tableau.'],
    [MAIL, 'Write a mail to my landlord about the broken heating.', 'Add to the mail that the hot water is gone too.'],
    [
      MAIL,
      'Write a mail to my landlord about the broken heating.',
      'Could you make the letter to the landlord friendlier?',
    ],
    [MAIL, 'Escribe un correo al casero.', 'Añade al correo que tampoco hay agua caliente.'],
  ])('is recalled whole after questions about something else: %#', (work, asked, wish) => {
    expect(isWhole(work, asked, wish)).toBe(true)
  })

  it.each([
    'Write a poem for the wedding of a friend.',
    'How do I add a second mail account to my phone?',
    'I made the last mail a bit friendlier.',
    'Add two eggs to the shopping list.',
  ])('is not recalled whole for another artifact, or without a task: %s', (wish) => {
    expect(isWhole(MAIL, 'Write a mail to my landlord about the broken heating.', wish)).toBe(false)
  })

  it('is recalled in its newest version', () => {
    const newer = MAIL.replace('Friday at noon', 'Thursday at eight')
    const texts = sent(
      [
        ['Write a mail to my landlord about the broken heating.', MAIL],
        ['He should come on Thursday at eight.', newer],
      ],
      'Make the mail a bit friendlier.',
    ).join('\n')
    expect(unindented(texts)).toContain(newer)
  })
})
