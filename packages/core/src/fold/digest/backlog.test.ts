import { describe, expect, it } from 'vitest'
import { type FoldResult, fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { backlogAmong } from './backlog.ts'
import type { Candidate } from './candidates.ts'

interface Talk {
  readonly ask: (topic: string) => string
  readonly answer: (topic: string) => string
  readonly topics: readonly string[]
  /** Statements of the user within a request, the answers to them, and the words that must stay. */
  readonly told: readonly (readonly [string, string, string])[]
}

const ENGLISH: Talk = {
  ask: (topic) => `Explain ${topic} to me in a few words.`,
  answer: (topic) =>
    `${topic} is older than most people think, and has changed a good deal. Begin slowly, and ask those who have done it for years.`,
  topics: ['basketry', 'falconry', 'book binding', 'dry stone walls', 'bell casting', 'rope making', 'cheese', 'slate'],
  told: [
    ['We sail to Anholt on 9 August with ferry KX 204. What should we pack?', 'Oilskins and warm socks.', 'KX 204'],
    ['I have been taking bisoprolol since May. May I drink coffee?', 'A cup or two is mostly fine.', 'bisoprolol'],
    ['I decided against the green tiles, we take the white ones. Which grout fits?', 'A light grey one.', 'white'],
    ['The meeting with the surveyor was moved to Wednesday. What do I ask?', 'Ask about the drains.', 'Wednesday'],
    ['My brother Enno cannot eat walnuts, so which cake do I bake?', 'A plum cake.', 'walnuts'],
  ],
}
const GERMAN: Talk = {
  ask: (topic) => `Erkläre mir ${topic} in wenigen Worten.`,
  answer: (topic) =>
    `${topic} ist älter, als die meisten denken, und hat sich sehr verändert. Fang langsam an und frag jemanden, der es schon lange macht.`,
  topics: ['Korbflechten', 'Falknerei', 'Buchbinden', 'Trockenmauern', 'Glockenguss', 'Seilerei', 'Käse', 'Schiefer'],
  told: [
    ['Wir fahren am 9. August mit der Fähre KX 204 nach Anholt. Was packen wir ein?', 'Ölzeug.', 'KX 204'],
    ['Ich nehme seit Mai Bisoprolol. Darf ich Kaffee trinken?', 'Ein oder zwei Tassen gehen meist.', 'Bisoprolol'],
    ['Ich habe mich gegen die grünen Fliesen entschieden, wir nehmen weiße. Welche Fuge passt?', 'Grau.', 'weiße'],
    ['Das Treffen mit dem Gutachter ist jetzt am Mittwoch. Was frage ich?', 'Nach den Rohren.', 'Mittwoch'],
    ['Mein Bruder Enno verträgt keine Walnüsse, welchen Kuchen backe ich?', 'Pflaumenkuchen.', 'Walnüsse'],
  ],
}
const CHINESE: Talk = {
  ask: (topic) => `请用几句话给我讲讲${topic}。`,
  answer: (topic) => `${topic}比大多数人想的要古老,变化也很大。慢慢开始,向做了很多年的人请教。`,
  topics: ['编篮子', '驯鹰', '装订书', '砌石墙', '铸钟', '制绳', '奶酪', '石板'],
  told: [
    ['我们八月九日坐KX204轮渡去安霍尔特岛。应该带些什么?', '防水衣和厚袜子。', 'KX204'],
    ['我从五月起吃比索洛尔。可以喝咖啡吗?', '一两杯一般没问题。', '比索洛尔'],
    ['我决定不要绿色的瓷砖,我们买白色的。配什么填缝剂?', '浅灰色的。', '白色'],
    ['和测量师的会面改到星期三了。我应该问什么?', '问一下排水管。', '星期三'],
    ['我弟弟恩诺不能吃核桃,我该烤什么蛋糕?', '李子蛋糕。', '核桃'],
  ],
}

/** Requests on various subjects with the user's statements between them, followed by twelve more requests. */
function talkOf({ ask, answer, topics, told }: Talk): WireMessage[] {
  const messages: WireMessage[] = []
  const say = (question: string, reply: string) =>
    messages.push({ role: 'user', content: question }, { role: 'assistant', content: reply })
  const small = (n: number) => {
    const [topic, other] = [topics[n % topics.length]!, topics[(3 * n + 1) % topics.length]!]
    const both = n < topics.length ? topic : `${topic} / ${other}`
    say(ask(both), answer(both))
  }
  for (const [place, [question, reply]] of told.entries()) {
    small(2 * place)
    small(2 * place + 1)
    say(question, reply)
  }
  for (let n = 0; n < 12; n++) small(2 * told.length + n)
  return messages
}

function foldOf(messages: readonly WireMessage[]): FoldResult {
  return fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
}

/** The sent text of the talk: digests, the recall for the last message, and the verbatim messages. */
function sentOf(messages: readonly WireMessage[]): string {
  const { edits, state } = foldOf(messages)
  const digests = edits.flatMap((edit) => {
    if (edit.kind === 'fold') return edit.digests.map(({ text }) => text)
    return edit.kind === 'recall' && edit.before === messages.length - 1 ? edit.text : []
  })
  const standing = messages.slice(state.boundary).map(({ content }) => String(content))
  return [...digests, ...standing].join('\n')
}

describe('a message without room in a digest', () => {
  for (const [language, talk] of Object.entries({ ENGLISH, GERMAN, CHINESE })) {
    it(`is added to a later digest: short messages (${language.toLowerCase()})`, () => {
      const messages = talkOf(talk)
      const sent = sentOf([...messages, { role: 'user', content: talk.ask('') }])
      for (const [question, , words] of talk.told) expect(sent, question).toContain(words)
      expect(countTokens(sent)).toBeLessThan(0.58 * countTokens(messages.map(({ content }) => content).join('\n')))
    })
  }

  it('is recalled for a question about it in the meantime', () => {
    const messages = talkOf(CHINESE)
    const asked = [
      '我们坐哪班轮渡?',
      '我在吃什么药?',
      '瓷砖是什么颜色的?',
      '和测量师什么时候见面?',
      '我弟弟不能吃什么?',
    ]
    for (const [place, question] of asked.entries()) {
      const [told, , words] = CHINESE.told[place]!
      const from = messages.findIndex(({ content }) => content === told) + 2
      for (let end = from; end < from + 16; end += 2) {
        expect(sentOf([...messages.slice(0, end), { role: 'user', content: question }]), question).toContain(words)
      }
    }
  })

  it('is sent once, under its own turn', () => {
    const sent = sentOf([...talkOf(ENGLISH), { role: 'user', content: 'Explain tin to me.' }])
    expect(sent.match(/KX 204/g)).toHaveLength(1)
    expect(sent).toMatch(/^3U .*KX 204/m)
  })

  it('is offered again only if it is short, since every fold would read a long one again', () => {
    const rambling = 'And so on and so forth, as the guide has it. '.repeat(30)
    const messages = talkOf(ENGLISH).map((message, place) =>
      place % 2 === 0 && place > 0 ? message : { ...message, content: message.content + rambling },
    )
    const { state } = foldOf(messages)
    const offered = messages.map((message, index): Candidate => ({ ...CANDIDATE, message: index, text: message.role }))
    const again = backlogAmong(offered, { chosen: [offered[2]!], tokens: state.tokens, held: state.held })
    expect(again.every((index) => index % 2 === 0 && index > 2)).toBe(true)
    expect(again).toHaveLength(24)
  })
})

const CANDIDATE: Omit<Candidate, 'message' | 'text'> = {
  order: 0,
  speaker: 'user',
  isBlock: false,
  isUser: true,
  isRule: false,
  tokens: 9,
  terms: [1],
  weights: [1],
  boost: 1,
}
