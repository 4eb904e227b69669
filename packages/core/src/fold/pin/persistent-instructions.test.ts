import { describe, expect, it } from 'vitest'
import { foldedMessages } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'
import { RULES } from './role-rules.fixture.ts'

const user = (content: unknown): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })
const talk = (from: number, count: number): WireMessage[] =>
  Array.from({ length: count }, (_, i) => [
    user(`What should I see in harbour number ${from + i}, if I have ${i + 2} hours there?`),
    assistant(
      `Harbour ${from + i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, and look up at the jib. `.repeat(6)}`,
    ),
  ]).flat()
const ASKED = user('And which is the quietest?')

const STORY =
  'The cannery burned down in the winter of the great ice, and the brother of the harbour master was blamed for it and left.'
const ROLES = [
  `You are Ilse, harbour master of a small island, dry and short of words. ${STORY}`,
  `Act as a pilot who knows every sandbank between here and the lightship. ${STORY}`,
  `I want you to act as the owner of the old cannery, who wants to sell. ${STORY}`,
  `Du bist eine Hafenmeisterin auf einer kleinen Insel, wortkarg und trocken. ${STORY}`,
  `Tu es la gardienne du phare, et tu parles peu aux gens de la terre. ${STORY}`,
  `你是一个小岛的港务长，说话简短，有点幽默，什么都知道一点，但不相信渡轮公司。你的丈夫养蜜蜂，你的副手是奥兰。你五十八岁，在胡苏姆长大，从二零零七年起管理这个港口，一九九四年在绞盘上失去了左手的两根手指。现在是晚上，暴风雨快来了。`,
]

const sentOf = (messages: readonly WireMessage[]): WireMessage[] => foldedMessages('openai-chat', messages)

describe('the role of the model', () => {
  it.each(ROLES)('is kept unchanged: %s', (role) => {
    expect(sentOf([user(role), assistant('Aye.'), ...talk(0, 30), ASKED])[0]).toEqual(user(role))
    expect(sentOf([...talk(0, 6), user(role), assistant('Aye.'), ...talk(6, 30), ASKED])).toContainEqual(user(role))
  })
})

describe('rules at the start of a conversation', () => {
  it('are kept unchanged', () => {
    expect(sentOf([user(RULES), assistant('Aye.'), ...talk(0, 30), ASKED])[0]).toEqual(user(RULES))
  })

  it("are kept if a client puts them before the user's message", () => {
    const reminder = `<system-reminder>\nProject notes:\n${STORY.repeat(20)}\n</system-reminder>`
    const first = user([
      { type: 'text', text: reminder },
      { type: 'text', text: 'What should I see first?' },
    ])
    expect(sentOf([first, assistant('The crane.'), ...talk(0, 30), ASKED])[0]).toEqual(first)
  })
})

describe('a message that is not an instruction', () => {
  it.each([
    ['a compliment', [user('You are a star, thank you!'), assistant('Gladly.')]],
    [
      'praise',
      [user(`You are right about the cannery, and I should have thought of it. ${STORY}`), assistant('Well.')],
    ],
    ['a task that is answered with code', [user(RULES), assistant('```\nls\n```')]],
    ['a long story', [user(`${STORY} `.repeat(3)), assistant('I see.')]],
  ])('is folded: %s', (_, exchange) => {
    expect(sentOf([...exchange, ...talk(0, 12), ASKED])).not.toContainEqual(exchange[0])
  })
})
