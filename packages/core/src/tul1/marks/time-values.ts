import type { Word } from '../../words/words.ts'
import type { Value } from './value.ts'

/** The time of day that starts at a word. */
export function timeAt(text: string, words: readonly Word[], at: number): Value | undefined {
  const word = words[at]!.text.toLowerCase()
  if (word === 'noon' || word === 'midnight')
    return { kind: 'time', value: word === 'noon' ? '12:00' : '0:00', from: at, to: at }
  const glued = /^(\d{1,2})(am|pm)$/.exec(word)
  if (glued) return { kind: 'time', value: clock(Number(glued[1]), '00', glued[2]), from: at, to: at }
  if (!/^\d{1,2}$/.test(word)) return undefined
  const next = words[at + 1]
  const minutes =
    next && /^[0-5]\d(?:am|pm)?$/i.test(next.text) && /^[:.]$/.test(gap(text, words, at)) ? next.text : undefined
  const half = halfAt(words, at + (minutes ? 2 : 1), minutes)
  if (minutes && gap(text, words, at) === '.' && !half.name) return undefined
  if (!minutes && !half.name && !isHour(text, words, at)) return undefined
  if (Number(word) > 23) return undefined
  const to = at + (minutes ? 1 : 0) + half.words
  return { kind: 'time', value: clock(Number(word), minutes?.slice(0, 2) ?? '00', half.name), from: at, to }
}

/** "at 7" at the end of what is said, or before a word that no unit is. */
function isHour(text: string, words: readonly Word[], at: number): boolean {
  if (!/^(?:at|until|till|before|after)$/i.test(words[at - 1]?.text ?? '')) return false
  const next = words[at + 1]
  return (
    !next ||
    !/^[\s.-]+$/.test(gap(text, words, at)) ||
    /^(?:on|in|sharp|instead|now|every|each|and|or|but|so|not|today|tomorrow)$/i.test(next.text)
  )
}

function halfAt(
  words: readonly Word[],
  at: number,
  minutes: string | undefined,
): { name: string | undefined; words: number } {
  const glued = minutes && /(am|pm)$/i.exec(minutes)?.[1]?.toLowerCase()
  if (glued) return { name: glued, words: 0 }
  const next = words[at]?.text.toLowerCase()
  if (next === 'am' || next === 'pm') return { name: next, words: 1 }
  if ((next === 'a' || next === 'p') && words[at + 1]?.text.toLowerCase() === 'm') return { name: `${next}m`, words: 2 }
  return { name: undefined, words: 0 }
}

function clock(hour: number, minutes: string, half: string | undefined): string {
  const full = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  return `${full}:${minutes}`
}

/** What stands between a word and the next. */
export function gap(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at]!.end, words[at + 1]?.start ?? words[at]!.end)
}
