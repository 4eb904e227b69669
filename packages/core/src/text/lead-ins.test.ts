import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadInsOf } from './lead-ins.ts'

const led = (text: string): Record<string, string> =>
  Object.fromEntries([...leadInsOf(text, 'en')].map(([fragment, leadIn]) => [fragment, leadIn.text]))

describe('the lead-in of an item', () => {
  it.each([
    ['a line with a number sign', '## What not to use', '## What not to use'],
    ['a bold line', '**What not to use**', '**What not to use**'],
    ['a sentence that ends in a colon', 'It is marble. Never use these:', 'Never use these:'],
  ])('is %s above its list', (_kind, above, expected) => {
    expect(led(`${above}\n\n- Vinegar\n- Lemon juice\n\nWater is fine.`)).toEqual({
      '- Vinegar': expected,
      '- Lemon juice': expected,
    })
  })

  it('is the item above it that is a heading itself', () => {
    expect(led('Plans:\n1. If it rains:\n   - Stay inside\n2. Swim')).toEqual({
      '1. If it rains:': 'Plans:',
      '- Stay inside': '1. If it rains:',
      '2. Swim': 'Plans:',
    })
  })

  it('is missing if the heading is a long sentence, or another paragraph is between', () => {
    expect(led(`${'There is much to say about that, '.repeat(7)}such as:\n- Vinegar`)).toEqual({})
    expect(led('Never use these:\n\nWater is fine.\n\n- Swim')).toEqual({})
  })
})

describe('the lead-in of a line', () => {
  it('is the heading of its paragraph', () => {
    expect(led('If things go badly:\nYou have to sell the saw.\n\nWater is fine.')).toEqual({
      'You have to sell the saw.': 'If things go badly:',
    })
  })
})

describe('the lead-in of a quoted sentence', () => {
  it('is the sentence in which the quotation opens', () => {
    const text = 'Colin took me aside. He said: "We need money. I lost my job. Sell it." I was baffled.'
    expect(led(text)).toEqual({
      'I lost my job.': 'He said: "We need money.',
      'Sell it."': 'He said: "We need money.',
    })
  })

  it('is the quotation mark if that sentence is long, and at the start of a quoted line', () => {
    const opener = `${'He came in and talked about this and that, '.repeat(6)}and said: "We need money.`
    expect(led(`${opener} I lost my job."`)).toEqual({ 'I lost my job."': '"' })
    expect(led('> We need money. I lost my job.\nWhat now?')).toEqual({ 'I lost my job.': '>' })
  })

  it('belongs to a quotation, unlike a heading', () => {
    const quoted = leadInsOf('He said: "We need money. I lost my job."', 'en')
    expect([...quoted.values()].map(({ isQuotation }) => isQuotation)).toEqual([true])
    expect([...leadInsOf('Never:\n- Vinegar', 'en').values()].map(({ isQuotation }) => isQuotation)).toEqual([false])
  })

  it('is none in code', () => {
    expect(led('Like so:\n\n```python\nwith lock:\n    now = clock()\n    then = now\n```')).toEqual({})
    expect(led('Call `a(). b(). c()` twice.')).toEqual({})
  })

  it('is none after inch signs', () => {
    expect(led('The shelf is 30" wide. Always answer in inches. The other one is 24" wide.')).toEqual({})
  })
})

describe('a heading', () => {
  it.each([
    ['What not to use', true],
    ['If things go badly:', true],
    ['You have three options:', false],
    ['Colours', false],
  ])('"%s" turns the meaning of its items: %s', (heading, isTurning) => {
    const leadIns = [...leadInsOf(`**${heading}**\n- Vinegar on marble`, 'en').values()]
    expect(leadIns.map((leadIn) => leadIn.isTurning)).toEqual([isTurning])
  })
})

describe('any text', () => {
  it('has lead-ins that stand before their fragments in it', () => {
    const part = fc.constantFrom(
      'Never use:',
      '**Myths**',
      '- Vinegar.',
      '  - Salt',
      '"',
      'It is so.',
      '\n',
      '> ',
      '«',
      '»',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        for (const [fragment, leadIn] of leadInsOf(text, 'en')) {
          expect(text).toContain(fragment)
          expect(text.slice(0, text.lastIndexOf(fragment))).toContain(leadIn.text)
        }
      }),
    )
  })
})
