import { describe, expect, it } from 'vitest'
import { messageFacts } from '../message-facts.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { annotate } from './annotate.ts'
import { markText } from './mark.ts'

/** The marks of each message of a dialogue that the user opens, as they would be shown. */
function marksOf(...contents: string[]): string[][] {
  const messages = contents.map((content, i): TranscriptMessage => ({ role: i % 2 ? 'assistant' : 'user', content }))
  const facts = messages.map((message) => messageFacts(message, (text) => Math.ceil(text.length / 4)))
  return annotate(messages, facts).marks.map((ofMessage) => [...ofMessage.values()].flat().map(markText))
}

describe('annotate', () => {
  it('names the turn that corrects and the turn that is corrected, link by link', () => {
    expect(
      marksOf(
        'The build takes 9 minutes.',
        'Long.',
        'Actually the build takes 11 minutes.',
        'OK.',
        'Sorry, the build takes 10 minutes.',
      ),
    ).toEqual([['corrected by T3'], [], ['corrects T1', 'corrected by T5'], [], ['corrects T3']])
  })

  it('takes a value that is repeated after a correction for no contradiction', () => {
    const marks = marksOf('The port is 8080.', 'No, the port is 8081.', 'OK.', 'So the port is 8081.')
    expect(marks[3]).toEqual([])
  })

  it('tells the speakers apart: "my" of one is "your" of the other', () => {
    expect(marksOf('My cat is 4 years old.', 'My cat is 6 years old.')).toEqual([[], []])
    expect(marksOf('My cat is 4 years old.', 'Your cat is 6 years old.')[1]).toEqual(['contradicts T1'])
  })

  it('looks past a reply that puts the answer off', () => {
    const marks = marksOf('Who signed the lease?', 'Let me check.', 'Thanks.', 'Carla Mendes signed the lease.')
    expect(marks[0]).toEqual(['answered in T4'])
  })

  it('leaves a question open that nothing answers', () => {
    expect(marksOf('When does the warranty expire?', 'I have no idea.')[0]).toEqual(['open'])
  })

  it('does not read what stands in quotation marks, in code or in another language', () => {
    expect(
      marksOf('The song is called "Maybe I think so".', '`maybe` is a name.', 'Ich glaube, es ist Port 8080.'),
    ).toEqual([[], [], []])
  })
})
