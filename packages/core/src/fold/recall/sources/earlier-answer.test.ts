import { describe, expect, it } from 'vitest'
import { foldedText } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const TALK = [
  [
    'I am going to Lisbon for a week. What should I see?',
    'Start in Alfama early in the morning, and walk up to the Miradouro da Graça. The Gulbenkian museum deserves half a day. In the evening, try the small fado house Mesa de Frades, which was once a chapel.',
  ],
  [
    'And something to read on the plane?',
    'If you prefer something strange, take The Year of the Death of Ricardo Reis. For history, there is Queen of the Sea, which is short and well told.',
  ],
  [
    'My knees are bad. Is that a problem with the hills?',
    'It can be. The public lift in Rua dos Fanqueiros to the castle is free and little known. Wear shoes with good grip, since the pavement is slippery when it is wet.',
  ],
  [
    'What about a day trip?',
    'Sintra is the classic, but crowded; go on a weekday, and take the train at 8:10 from Rossio. Setúbal is quieter, with dolphins and good grilled fish.',
  ],
  [
    'I would like to buy something typical as a present for my aunt.',
    'Cork is light to carry. For gloves there is Luvaria Ulisses, a shop of four square metres, where they are fitted to your hand on a small cushion.',
  ],
  [
    'Will it rain in November?',
    'Quite likely on about ten days of the month, mostly in showers. Take a light coat with a hood, since umbrellas do not last in the wind on the hills.',
  ],
  [
    'How much should one tip?',
    'Rounding up or five to ten per cent in restaurants with service is enough; in cafés people leave small change. Nobody expects anything at a counter.',
  ],
  [
    'Which phrase should I know?',
    'Bom dia until noon, boa tarde after that. Queria a conta, por favor is how you ask for the bill, and com licença is how you get past somebody.',
  ],
  [
    'Do I need cash?',
    'Cards work nearly everywhere, but small market stalls prefer coins. Draw money at machines of the banks rather than at the blue ones, which charge a lot.',
  ],
  [
    'Thank you, that is a lot of help!',
    'You are welcome! If you like, I can put together something for the seven days, with some rest in between.',
  ],
] as const

function sent(question: string): string {
  const said = TALK.flatMap(([user, assistant]): WireMessage[] => [
    { role: 'user', content: user },
    { role: 'assistant', content: assistant },
  ])
  return foldedText('openai-chat', [...said, { role: 'user', content: question }])
}

describe('an earlier answer', () => {
  it.each([
    ['What was the name of that fado place?', 'Mesa de Frades'],
    ['Which lift to the castle was free again?', 'Rua dos Fanqueiros'],
    ['What was the history book called?', 'Queen of the Sea'],
    ['Where were the gloves?', 'Luvaria Ulisses'],
    ['When did the train to Sintra leave?', '8:10'],
    ['How do I ask for the bill again?', 'Queria a conta'],
    ['where were the gloves', 'Luvaria Ulisses'],
    ['ok and which lift to the castle is free', 'Rua dos Fanqueiros'],
    // The sentence after the one that names the lift.
    ['Which lift to the castle was free again?', 'slippery when it is wet'],
  ])('is recalled for a question about it: %s', (question, fact) => {
    expect(sent(question)).toContain(fact)
  })

  it.each(['How high is the Eiffel Tower?', 'Is there a good recipe for onion soup?', 'Thanks! See you soon.'])(
    'is not recalled for other messages: %s',
    (said) => {
      const text = sent(said)
      for (const fact of ['Mesa de Frades', 'Rua dos Fanqueiros', 'Queen of the Sea', '8:10', 'Queria a conta']) {
        expect(text).not.toContain(fact)
      }
    },
  )
})
