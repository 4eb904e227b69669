import { seededRandom } from '../stand-in/seeded-random.ts'

const PLACES = ['Lisbon', 'the harbour', 'Elm Street', 'the north depot', 'Building 7', 'Kraków', 'the old mill']
const THINGS = [
  'the cold store',
  'the loading dock',
  'the lease',
  'the roof',
  'the forklift',
  'the alarm system',
  'the permit',
]
const PEOPLE = ['Marta', 'Jonas', 'Dr Okafor', 'Ms Lindqvist', 'Ravi', 'the landlord', 'the inspector']
const REMARKS = [
  'has to be settled before anything else is signed',
  'turned out cheaper than the first offer, and it can wait until spring',
  'must never be left unattended while the contractors are in the building',
  'was checked twice last year without anybody finding a fault',
  'is covered by the insurance only when the form reaches them in time',
  'needs a second opinion, because the numbers in the two reports do not agree',
]

/** A deterministic dialogue with facts, whose answers are as long as real ones. */
export interface Dialogue {
  /** The user's message of turn `turn`, from 1. */
  question(turn: number): string
  answer(turn: number): string
}

export function createDialogue(seed = 1): Dialogue {
  const randomOf = (turn: number, salt: number) => seededRandom(seed * 100_003 + turn * 31 + salt)
  return {
    question(turn) {
      const random = randomOf(turn, 0)
      const amount = Math.floor(random() * 90_000) + 1000
      const base = `What about ${pick(THINGS, random)} in ${pick(PLACES, random)}? ${pick(PEOPLE, random)} told me it costs ${amount} euros`
      return `${base} and has the number ${reference(turn)}. Please say what to do next.`
    },
    answer(turn) {
      const random = randomOf(turn, 7)
      const sentences = Array.from({ length: 6 }, () => {
        const [thing, place, person] = [pick(THINGS, random), pick(PLACES, random), pick(PEOPLE, random)]
        const day = 1 + Math.floor(random() * 28)
        return `On the ${day}th ${person} should look at ${thing} in ${place}, which ${pick(REMARKS, random)}.`
      })
      return `For ${reference(turn)}: ${sentences.join(' ')} After that we decide – größer oder kleiner – on turn ${turn + 1}.`
    },
  }
}

/** The identifier that only the messages of one turn contain. */
export function reference(turn: number): string {
  return `REF-${4000 + turn * 37}-${String.fromCharCode(65 + (turn % 26))}`
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)]!
}
