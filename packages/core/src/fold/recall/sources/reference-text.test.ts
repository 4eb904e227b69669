import { expect, it } from 'vitest'
import { foldedBody, foldedMessages } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const REPORT =
  'The expedition reached the glacier at noon and measured crevasses of nineteen metres beside the northern moraine. ' +
  'Its guides counted seven marmots, repaired the lower cable and stored paraffin beneath the chapel. '

/** A talk whose report is folded, and a request to make something of it. */
function talkAbout(report: readonly WireMessage[]): WireMessage[] {
  const chat = Array.from({ length: 30 }, (_, n): WireMessage[] => [
    { role: 'user', content: `Please tell me something about lighthouse number ${n} and the people who kept it.` },
    {
      role: 'assistant',
      content:
        `Lighthouse number ${n} was built of granite, and its keepers lived there with goats and a garden. `.repeat(4),
    },
  ])
  const ask = {
    role: 'user',
    content: 'Summarise the report about the glacier, its crevasses, marmots, guides and cable.',
  }
  return [...report, ...chat.flat(), ask]
}

it('recalls a text of the user for a message that works on it', () => {
  const given = { role: 'user', content: REPORT.repeat(8) }
  const sent = foldedMessages(
    'anthropic-messages',
    talkAbout([given, { role: 'assistant', content: 'I have read it.' }]),
  )
  expect(sent.at(-2)!.content).toMatch(/^\[From the record[^\n]*\n1U The expedition/)
})

it('recalls lines of a text of the user as lines', () => {
  const list = 'Crevasses of nineteen metres\nMarmots beside the guides\nThe cable of the glacier'
  const content = `${'We walked for hours over gravel and saw nobody. '.repeat(40)}\n${list}\n${'Then rain fell on us. '.repeat(90)}`
  const talk = talkAbout([
    { role: 'user', content },
    { role: 'assistant', content: 'I have read it.' },
  ])
  const ask = { role: 'user', content: 'Crevasses, marmots, guides, glacier, cable, metres?' }
  const sent = foldedMessages('anthropic-messages', [...talk.slice(0, -1), ask])
  expect(sent.at(-2)!.content).toContain(list.replaceAll('\n', '\n '))
})

it('does not attribute tool output to the user', () => {
  const body = foldedBody(
    'anthropic-messages',
    talkAbout([
      { role: 'user', content: 'Read the report, please.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: '/report' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: REPORT.repeat(8) }] },
      { role: 'assistant', content: 'I have read it.' },
    ]),
  )
  expect(body).toContain('\\n2T The expedition')
  expect(body).not.toContain('\\n2U')
})
