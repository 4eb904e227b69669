import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { UNITS } from '../lexicon/vocabulary.ts'
import { matchesOf } from '../matches-of.ts'
import type { TagSheet } from './sheet.ts'

const UNSPACED = /^[\u3400-\u9fff\uac00-\ud7af]+$/
/** "Uhr", "o'clock", without words that also name a duration: after those, a number is a span of time. */
const OCLOCK = anyOf(phrasesOf(({ clock }) => clock.oclock?.filter((word) => !UNSPACED.test(word) && !UNITS.has(word))))
const halvesOf = (half: 'am' | 'pm'): string[] =>
  phrasesOf(({ clock }) => clock[half]?.filter((word) => UNSPACED.test(word)))

/** `14:30`, `14:30:05`, `2:30 pm`, `2 pm`, `14h30`, `14.30 Uhr`, `14 Uhr`. */
const CLOCK = new RegExp(
  '(?:(?<![\\p{Ll}\\p{Lu}\\d.,:])|(?<=\\dT))([01]?\\d|2[0-4])' +
    '(?:(?::|[.hH](?=\\d\\d(?!\\d|\\.\\d)))([0-5]\\d)(?::[0-5]\\d(?:\\.\\d{1,6})?)?)?' +
    `(?: ?([ap])\\.?m\\b\\.?| ?(${OCLOCK.replaceAll("'", "['’]")})(?!\\p{L})|(Z|[+-]\\d\\d:?\\d\\d)(?!\\d))?(?!(?![\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af])[\\p{L}\\d:])`,
  'giu',
)
/** 下午3点半, 午後3時30分, 오후 3시. */
const EAST = new RegExp(
  `(${anyOf([...halvesOf('am'), ...halvesOf('pm')])})? ?([01]?\\d|2[0-4]) ?[点點時时시](?!間|间)(?: ?([0-5]?\\d) ?[分분]?|(半))?`,
  'gu',
)
const LATER: ReadonlySet<string> = new Set(halvesOf('pm'))

/** Times of day, as `14:30`. */
export function extractTimes(sheet: TagSheet): void {
  if (!sheet.figures.length) return
  const { text } = sheet
  for (const match of matchesOf(text, CLOCK)) {
    const [whole, hour, minutes, half, word] = match
    if (minutes === undefined && half === undefined && word === undefined) continue
    // "3.45" is a number unless the context says that it is a time.
    if (/^\d+\.\d/.test(whole) && half === undefined && word === undefined) continue
    sheet.putMatch('time', clock(Number(hour), Number(minutes ?? 0), half?.toLowerCase()), match)
  }
  if (!/[点點時시]/.test(text)) return
  for (const match of matchesOf(text, EAST)) {
    const [, half, hour, minutes, isHalfPast] = match
    const canonical = clock(Number(hour), isHalfPast ? 30 : Number(minutes ?? 0), half && (LATER.has(half) ? 'p' : 'a'))
    sheet.putMatch('time', canonical, match)
  }
}

function clock(hour: number, minutes: number, half: string | undefined): string {
  const full = half === 'p' && hour < 12 ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour
  return `${String(full).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
