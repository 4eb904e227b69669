import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turningHeadingsOf } from './turning-headings.ts'

const headings = (text: string): Record<string, string> => Object.fromEntries(turningHeadingsOf(text, 'en'))

describe('the heading of an item', () => {
  it.each([
    ['a line with a number sign', '## What not to use', '## What not to use'],
    ['a bold line', '**What not to use**', '**What not to use**'],
    ['a sentence that ends in a colon', 'It is marble. Never use these:', 'Never use these:'],
  ])('is %s above its list', (_kind, above, expected) => {
    expect(headings(`${above}\n\n- Vinegar\n- Lemon juice\n\nWater is fine.`)).toEqual({
      '- Vinegar': expected,
      '- Lemon juice': expected,
    })
  })

  it('is found below inline code between three backticks', () => {
    expect(headings('```npm ci``` installs it.\n\n## What not to use\n\n- Vinegar')).toEqual({
      '- Vinegar': '## What not to use',
    })
  })

  it('is the item above it if that item is a heading', () => {
    expect(headings('Not now:\n1. If it rains:\n   - Stay inside\n2. Swim')).toEqual({
      '1. If it rains:': 'Not now:',
      '- Stay inside': '1. If it rains:',
      '2. Swim': 'Not now:',
    })
  })

  it('is missing if the heading is a long sentence, or another paragraph follows it', () => {
    expect(headings(`${'There is much not to say about that, '.repeat(7)}such as:\n- Vinegar`)).toEqual({})
    expect(headings('Never use these:\n\nWater is fine.\n\n- Swim')).toEqual({})
  })

  it('is that of the last of equal items', () => {
    expect(headings('To avoid:\n- Rest\n- Vinegar\n\nWeek 1:\n- Rest')).toEqual({ '- Vinegar': 'To avoid:' })
    expect(headings('Week 1:\n- Rest\n\nTo avoid:\n- Rest')).toEqual({ '- Rest': 'To avoid:' })
  })

  it('is missing in code', () => {
    expect(headings('Never:\n\n```python\nwith lock:\n    now = clock()\n```')).toEqual({})
  })
})

describe('the heading of a line', () => {
  it('is that of its paragraph', () => {
    expect(headings('If things go badly:\nYou have to sell the saw.\n\nWater is fine.')).toEqual({
      'You have to sell the saw.': 'If things go badly:',
    })
  })
})

describe('a heading', () => {
  it.each([
    ['en', 'What not to use', true],
    ['en', 'If things go badly:', true],
    ['en', 'Common myths', true],
    ['en', 'Possible causes:', true],
    ['en', 'You have three options:', false],
    ['en', 'Things you could try:', false],
    ['en', 'Colours', false],
    ['de', 'Häufige Fehler', true],
    ['fr', 'Idées reçues :', true],
    ['tr', 'Sık yapılan hatalar', true],
    ['ja', 'よくある誤解', true],
    ['pl', 'Odrzucone pomysły', true],
  ] as const)('in %s, "%s", turns the meaning of its items: %s', (language, heading, isTurning) => {
    expect(turningHeadingsOf(`**${heading}**\n- 12 kg`, language).size > 0).toBe(isTurning)
  })
})

describe('any text', () => {
  it('has headings only before their fragments', () => {
    const part = fc.constantFrom(
      'Never use:',
      '**Myths**',
      '- Vinegar.',
      '  - Salt',
      'It is so.',
      '\n',
      '> ',
      '```',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        for (const [fragment, heading] of turningHeadingsOf(text, 'en')) {
          expect(text).toContain(fragment)
          expect(text.slice(0, text.lastIndexOf(fragment))).toContain(heading)
        }
      }),
    )
  })
})
