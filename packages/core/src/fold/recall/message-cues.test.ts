import { describe, expect, it } from 'vitest'
import { cuesOfMessage } from './message-cues.ts'

describe('cues of a message', () => {
  it.each([
    'Could you rephrase your explanation with a gardening metaphor?',
    'Now condense it into bullet points.',
    'Please restructure your previous answer.',
    'Turn that advice into a tweet.',
    'You mentioned chronic diseases.',
    'Are you sure?',
    'Kannst du deine Antwort umformulieren?',
    'Fasse das zusammen.',
    'Reformule en plus simple.',
    '¿Puedes resumir tu respuesta?',
    'Riassumi la tua risposta in due frasi.',
    'Сократи вдвое.',
    'Kan du förkorta ditt svar?',
    'Bạn tóm tắt câu trả lời được không?',
    '请把上面的内容改写一下',
    '要約してください',
    '요약해 주세요',
    'لخص ذلك',
  ])('contain `answer` if it names the last answer: %s', (text) => {
    expect(cuesOfMessage(text).has('answer')).toBe(true)
  })

  it.each([
    'What is the capital of Peru?',
    'How do I sharpen a plane iron?',
    'Wie tief ist der Bodensee?',
    '秘鲁的首都是哪里?',
    'Quelle est la capitale du Pérou ?',
  ])('contain no `answer` and no continuation in a separate question: %s', (text) => {
    const cues = cuesOfMessage(text)
    expect(cues.has('answer')).toBe(false)
    expect(cues.opensWith('continuation')).toBe(false)
  })

  it.each([
    'And in winter?',
    'What about rain there?',
    'Yes, the second.',
    'Und warum?',
    'Pero no siempre.',
    'А зимой?',
    '为什么?',
    'でも高い',
  ])('contain a continuation of the last answer: %s', (text) => {
    expect(cuesOfMessage(text).opensWith('continuation')).toBe(true)
  })

  it('are read in the language of the previous message if a message is too short to show its own', () => {
    expect(cuesOfMessage('mach kürzer').language).toBe('de')
    expect(cuesOfMessage('ok', 'pl').language).toBe('pl')
  })

  it('are those of the beginning and the end of a long text', () => {
    const text = 'The herons stand at the weir and wait for fish. '.repeat(200)
    expect(cuesOfMessage(`${text} Are you sure?`).has('answer')).toBe(true)
    expect(cuesOfMessage(`${text} Are you sure? ${text}`).has('answer')).toBe(false)
  })
})
