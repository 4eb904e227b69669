import { describe, expect, it } from 'vitest'
import { namesAnswer, opensAsContinuation } from './answer-words.ts'

describe('words for the last answer', () => {
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
    'Riassumi in due frasi.',
    'Сократи вдвое.',
    '请把上面的内容改写一下',
    '要約してください',
    '요약해 주세요',
    'لخص ذلك',
  ])('are found: %s', (text) => {
    expect(namesAnswer(text)).toBe(true)
  })

  it.each([
    'What is the capital of Peru?',
    'How do I sharpen a plane iron?',
    'Wie tief ist der Bodensee?',
    '秘鲁的首都是哪里?',
    'Quelle est la capitale du Pérou ?',
  ])('are not found in a question of its own: %s', (text) => {
    expect(namesAnswer(text)).toBe(false)
    expect(opensAsContinuation(text)).toBe(false)
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
  ])('are not needed to go on: %s', (text) => {
    expect(opensAsContinuation(text)).toBe(true)
  })
})
