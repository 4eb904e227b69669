import { wordSet } from './word-set.ts'

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
export const WEEKDAYS = wordSet(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
)
const COLOURS = wordSet(
  'red green blue yellow black white grey gray brown orange purple pink violet beige turquoise silver navy crimson teal maroon',
)

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

const NUMBERS = new Map([...SMALL.map((word, value) => [word, value] as const), ...Object.entries(TENS)])
NUMBERS.delete('one')

/** The number that a word stands for; "one" is an article too often to count as one. */
export function numberOfWord(word: string): number | undefined {
  return NUMBERS.get(word)
}

/** Words of which only one can hold at a time, by group. */
const STATES: readonly (readonly string[])[] = [
  ['enabled', 'disabled'],
  ['on', 'off'],
  ['open', 'closed'],
  ['public', 'private'],
  ['required', 'optional'],
  ['married', 'single', 'divorced', 'widowed', 'engaged'],
  ['true', 'false'],
  ['full', 'empty'],
  ['free', 'paid'],
  ['left', 'right'],
  ['indoor', 'outdoor'],
  ['indoors', 'outdoors'],
  ['north', 'south', 'east', 'west', 'northern', 'southern', 'eastern', 'western'],
  ['alive', 'dead'],
  ['online', 'offline'],
  ['refundable', 'non-refundable', 'nonrefundable'],
  ['vegetarian', 'vegan', 'carnivore'],
  ['synchronous', 'asynchronous'],
  ['mutable', 'immutable'],
  ['sorted', 'unsorted'],
  ['supported', 'unsupported'],
  ['available', 'unavailable', 'sold-out'],
  ['encrypted', 'unencrypted', 'plaintext'],
  ['active', 'inactive'],
  ['valid', 'invalid'],
  ['safe', 'unsafe', 'dangerous'],
  ['legal', 'illegal'],
  ['possible', 'impossible'],
  ['full-time', 'part-time'],
  ['employed', 'unemployed', 'retired'],
  ['furnished', 'unfurnished'],
  ['waterproof', 'leaky'],
  ['daily', 'weekly', 'monthly', 'yearly', 'hourly'],
  ['upstairs', 'downstairs'],
  ['morning', 'afternoon', 'evening'],
  ['small', 'medium', 'large'],
  ['passed', 'failed'],
  ['won', 'lost'],
  ['accepted', 'rejected', 'declined'],
  ['approved', 'denied'],
  ['deaf', 'hearing'],
  ['cash', 'card'],
  ['today', 'tomorrow', 'yesterday'],
  ['once', 'twice', 'thrice'],
]
const GROUP_OF = new Map(STATES.flatMap((states, group) => states.map((state) => [state, group] as const)))

/** The group of mutually exclusive words that a word belongs to, as a kind of value. */
export function stateKind(word: string): string | undefined {
  if (COLOURS.has(word)) return 'colour'
  const group = GROUP_OF.get(word)
  return group === undefined ? undefined : `state${group}`
}
