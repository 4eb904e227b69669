import { describe, expect, it } from 'vitest'
import { RECALL_POLICY } from '../policy/recall-policy.ts'
import { cuesOfMessage } from './message-cues.ts'
import { needsFacts, sumsUpAll } from './wishes.ts'

const WISHES = [
  'Can you summarize our conversation so far?',
  'Please give me a recap of everything we covered.',
  'Kannst du unser bisheriges Gespräch zusammenfassen?',
  'Kun je ons gesprek samenvatten?',
  'Peux-tu faire un résumé de notre conversation ?',
  'Resume nuestra conversación, por favor.',
  'Pode resumir a nossa conversa até agora?',
  'Riassumi la nostra conversazione.',
  'Czy możesz podsumować naszą rozmowę?',
  'Подытожь нашу беседу, пожалуйста.',
  'Konuşmamızı özetle lütfen.',
  '请总结一下我们的对话。',
  'これまでの会話を要約してください。',
  '지금까지의 대화를 요약해 줘.',
  'لخص محادثتنا من فضلك',
  'हमारी बातचीत का सारांश दीजिए।',
]

const OTHERS = [
  'Add a summary section to the README, and rename the previous heading.',
  'Give me a summary of this article. The minister said earlier that he had told them.',
  '/* summary: see previous version */',
  'I updated my resume so far that only the photo is missing.',
  'Write an executive summary of the report below.\n\nIn our conversation with the board nothing was decided.',
]

describe('sumsUpAll', () => {
  it.each(WISHES)('is true for a request to sum up the conversation: %s', (wish) => {
    expect(sumsUpAll(cuesOfMessage(wish))).toBe(true)
  })

  it.each(OTHERS)('is false for other messages: %s', (text) => {
    expect(sumsUpAll(cuesOfMessage(text))).toBe(false)
  })
})

describe('cues of a message', () => {
  it.each([
    'Напомните, пожалуйста, код.',
    'Ты говорила об этом.',
    'Przypomnij mi nazwę.',
    'Daha önce ne demiştik?',
    'Erinnerst du dich?',
  ])('contain a reminder with any inflection: %s', (text) => {
    expect(cuesOfMessage(text).has('reminder')).toBe(true)
  })

  it('are found in time that grows linearly with the text', () => {
    const started = performance.now()
    for (const word of ['unser_', 'nasz_', 'наш_', 'summari', 'résum ', 'our chat']) {
      const text = word.repeat(200_000 / word.length)
      cuesOfMessage(text)
    }
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

const LOST = { known: 0.6, outOfSight: 0.8 }

describe('needsFacts', () => {
  it.each([
    'List the storm deck.',
    'Serve lunch in the foyer.',
    'write a facebook post about the meeting for me',
    'Stellen Sie die Getränkebestellung zusammen.',
    'トレース工って何をする人だっけ',
  ])('is true for a wish that states nothing: %s', (wish) => {
    expect(needsFacts(cuesOfMessage(wish), LOST, RECALL_POLICY)).toBe(true)
  })

  it.each([
    ['a figure', 'the storm deck has 40 cards'],
    ['a change', 'the storm deck has squalls instead of fog'],
    ['something about the speaker', 'I like the storm deck'],
    ['thanks', 'thanks for the storm deck'],
  ])('is false for a message that states %s', (_case, said) => {
    expect(needsFacts(cuesOfMessage(said), LOST, RECALL_POLICY)).toBe(false)
  })

  it('is false if its words are in sight, or not known', () => {
    const cues = cuesOfMessage('List the storm deck.')
    expect(needsFacts(cues, { known: 0.6, outOfSight: 0.2 }, RECALL_POLICY)).toBe(false)
    expect(needsFacts(cues, { known: 0.2, outOfSight: 1 }, RECALL_POLICY)).toBe(false)
  })
})
