import { describe, expect, it } from 'vitest'
import { readDocuments } from './markdown.ts'

const decisions = readDocuments().filter(({ path }) => path.startsWith('decisions/'))
const numberOf = (path: string): string => /^decisions\/(\d{3})-/.exec(path)?.[1] ?? ''
const offenders = (isWrong: (decision: (typeof decisions)[number]) => boolean): string[] =>
  decisions.filter(isWrong).map(({ path }) => path)

/** The status line: the first line of text under the title. */
const statusOf = (text: string): string => /^# .+\n\n\*\*Status:\*\* (.+)$/m.exec(text)?.[1] ?? ''

/** At most a printed page. */
const MAX_LINES = 66
const MAX_CHARACTERS = 4500

describe('decision records', () => {
  it('are numbered without gaps, and begin with their number', () => {
    expect(decisions.map(({ path }) => Number(numberOf(path)))).toEqual(decisions.map((_, index) => index + 1))
    expect(offenders(({ path, text }) => !text.startsWith(`# ${numberOf(path)}. `))).toEqual([])
  })

  it('have a status: accepted, or superseded by a later record', () => {
    expect(offenders(({ text }) => !/^(?:accepted|superseded)\b/.test(statusOf(text)))).toEqual([])
    const isSupersededByEarlier = ({ path, text }: { path: string; text: string }): boolean => {
      const [, by] = /superseded(?: in part)? by \[(\d{3})\]/.exec(statusOf(text)) ?? []
      return by !== undefined && by <= numberOf(path)
    }
    expect(offenders(isSupersededByEarlier)).toEqual([])
    expect(
      offenders(
        ({ text }) => /superseded/.test(statusOf(text)) && !/superseded (?:in part )?by \[/.test(statusOf(text)),
      ),
    ).toEqual([])
  })

  it('take one page', () => {
    expect(offenders(({ text }) => text.split('\n').length > MAX_LINES || text.length > MAX_CHARACTERS)).toEqual([])
  })
})
