import { describe, expect, it } from 'vitest'
import { lineOf } from '../talk.fixture.ts'
import { choiceIn, marksIn } from './annotations.ts'

describe('a mark', () => {
  const verdict = (text: string, value?: string) => {
    const rule = { old: 'Monday', new: ['moved to Tuesday'], ...(value === undefined ? {} : { value }) }
    return marksIn(lineOf(1, text), [rule]).map((mark) => mark.verdict)
  }

  it('is true if it says the labelled newer value', () => {
    expect(verdict('Monday [now 3U: moved to Tuesday]')).toEqual(['true'])
    expect(verdict('Monday [now 3U: Tuesday]', '^Tuesday')).toEqual(['true'])
  })

  it('is false if it says another value than the labelled one', () => {
    expect(verdict('Monday [now 3A: understood]', '^Tuesday')).toEqual(['false'])
  })

  it('is unlabelled if no label belongs to its line, or the label has no value', () => {
    expect(verdict('lunch [now 3U: noon]', '^Tuesday')).toEqual(['unlabelled'])
    expect(verdict('Monday [now 3A: understood]')).toEqual(['unlabelled'])
    expect(verdict('Tuesday [not 1U: Monday]', '^Tuesday')).toEqual(['unlabelled'])
  })
})

describe('a choice', () => {
  const choices = [{ user: 2, takes: 'oak' }]
  const verdict = (text: string, user: number) =>
    choiceIn(lineOf(4, text), user, choices).map((choice) => choice.verdict)

  it('is true if the message chooses the named item, and false if it chooses another one or none', () => {
    expect(verdict('[A: oak table, 80 cm] the second', 2)).toEqual(['true'])
    expect(verdict('[A: pine table] the second', 2)).toEqual(['false'])
    expect(verdict('[A: oak table] about 4 hours', 3)).toEqual(['false'])
  })

  it('is not judged if a question is quoted before its answer', () => {
    expect(verdict('[A: How long is it?] 80 cm', 3)).toEqual(['unlabelled'])
  })
})
