import { describe, expect, it } from 'vitest'
import { quotedFragmentsOf } from './quoted-fragments.ts'

const quoted = (text: string): Record<string, string> => Object.fromEntries(quotedFragmentsOf(text, 'en'))

describe('quotedFragmentsOf', () => {
  it('finds the sentences that begin within a quotation, and its opening mark', () => {
    const text = 'Colin took me aside. He said: "We need money. I lost my job. Sell it." I was baffled.'
    expect(quoted(text)).toEqual({ 'I lost my job.': '"', 'Sell it."': '"' })
    expect(quoted('> We need money. I lost my job.\nWhat now?')).toEqual({ 'I lost my job.': '>' })
  })

  it('finds the sentences within single quotation marks', () => {
    const text = "He said: 'We need money. I lost my job.' I was baffled, and I don't know why."
    expect(quoted(text)).toEqual({ "I lost my job.'": "'" })
  })

  it('finds none after inch signs', () => {
    expect(quoted('The shelf is 30" wide. Always answer in inches. The other one is 24" wide.')).toEqual({})
  })

  it('finds no sentence that the speaker also says without quoting it', () => {
    expect(quoted('Use inches. He said: "We need it. Use inches. Sell it." Fine.')).toEqual({ 'Sell it."': '"' })
  })

  it('finds none in code', () => {
    expect(quoted('Call `a(). b(). c()` twice, and "d".')).toEqual({})
  })
})
