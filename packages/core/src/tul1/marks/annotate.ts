import { addToList } from '../../maps.ts'
import type { MessageFacts } from '../message-facts.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { answersOf } from './answers.ts'
import { type Conflict, findConflict, type Place, type PlacedClaim } from './conflict.ts'
import { createKnownClaims, type KnownClaims } from './known-claims.ts'
import type { Mark } from './mark.ts'
import { mayRenew } from './renewal.ts'

/** The marks of each message: by the index of the sentence, in the order in which they are shown. */
export type Marks = readonly ReadonlyMap<number, readonly Mark[]>[]

/** Corrections by message and sentence, so that the view never shows a corrected sentence without its correction. */
export interface Annotations {
  readonly marks: Marks
  readonly links: readonly Link[]
  /** Sentences, each with the newest later one that may update it. */
  readonly renewals: readonly Link[]
}

/** A sentence with a later one that changes it. */
interface Link {
  readonly old: Place
  readonly by: Place
}

/** Tokens above which a message of the assistant is an explanation and not a statement of facts. */
const LONG_EXPLANATION = 120

/** Finds the marks of a whole transcript, left to right. Each claim is compared with a bounded number of earlier ones. */
export function annotate(
  messages: readonly TranscriptMessage[],
  facts: readonly MessageFacts[],
  known?: KnownConflicts,
): Annotations {
  const marks = facts.map(() => new Map<number, Mark[]>())
  const put: Put = (turn, sentence, mark) => addToList(marks[turn]!, sentence, mark)
  facts.forEach((each, turn) => {
    each.sentences.forEach(({ reading }, sentence) => {
      if (reading?.isReported) put(turn, sentence, { kind: 'reported' })
      if (reading?.isUncertain) put(turn, sentence, { kind: 'uncertain' })
    })
  })
  const { links, renewals } = markConflicts(messages, facts, { put, known })
  for (const { turn, sentence, answer } of answersOf(messages, facts))
    if (answer !== undefined)
      put(turn, sentence, answer === 'none' ? { kind: 'open' } : { kind: 'answered', turn: answer + 1 })
  return { marks, links, renewals }
}

type Put = (turn: number, sentence: number, mark: Mark) => void

/** Earlier results for a transcript with the same first messages, by index of the message. */
export interface KnownConflicts {
  get(turn: number): readonly Conflict[] | undefined
  set(turn: number, conflicts: readonly Conflict[]): void
}

function markConflicts(
  messages: readonly TranscriptMessage[],
  facts: readonly MessageFacts[],
  context: { readonly put: Put; readonly known: KnownConflicts | undefined },
): Pick<Annotations, 'links' | 'renewals'> {
  const { put, known } = context
  const links: Link[] = []
  const renewals = new Map<string, Link>()
  const claims = createKnownClaims()
  facts.forEach((each, turn) => {
    const own = placedClaims(messages, each, turn)
    let conflicts = known?.get(turn)
    if (!conflicts) {
      conflicts = conflictsOf(own, claims)
      known?.set(turn, conflicts)
    }
    for (const { sentence, relation, earlier } of conflicts) {
      const by = { turn, sentence }
      if (relation === 'renews') {
        renewals.set(`${earlier.turn} ${earlier.sentence}`, { old: earlier, by })
        continue
      }
      put(turn, sentence, { kind: relation, turn: earlier.turn + 1 })
      if (relation === 'contradicts') continue
      put(earlier.turn, earlier.sentence, { kind: 'corrected', turn: turn + 1 })
      links.push({ old: earlier, by })
    }
    claims.add(own)
  })
  return { links, renewals: [...renewals.values()] }
}

function conflictsOf(own: readonly PlacedClaim[], claims: KnownClaims): readonly Conflict[] {
  const conflicts: Conflict[] = []
  let last = -1
  for (const later of own) {
    const { sentence } = later
    const candidates = claims.candidates(later)
    for (const earlier of candidates)
      if (mayRenew(later, earlier)) conflicts.push({ sentence, relation: 'renews', earlier: placeOf(earlier) })
    if (sentence === last) continue
    const found = findConflict(later, candidates)
    if (!found) continue
    last = sentence
    const { relation, earlier } = found
    conflicts.push({ sentence, relation, earlier: placeOf(earlier) })
  }
  return conflicts.length ? conflicts : NONE
}

const placeOf = ({ turn, sentence }: PlacedClaim): Place => ({ turn, sentence })

const NONE: readonly Conflict[] = []

/** The claims of a message. A cue that is a whole sentence ("My mistake.") applies to the next sentence. */
function placedClaims(messages: readonly TranscriptMessage[], facts: MessageFacts, turn: number): PlacedClaim[] {
  const placed: PlacedClaim[] = []
  const { role } = messages[turn]!
  const isExpository = role === 'assistant' && facts.tokens > LONG_EXPLANATION
  let isCorrected = false
  facts.sentences.forEach(({ reading }, sentence) => {
    if (!reading) {
      isCorrected = false
      return
    }
    // A correction at the start of a sentence applies to all of it.
    isCorrected ||= reading.claims[0]?.cue === 'correction'
    for (const claim of reading.claims) {
      const isTold = isCorrected && claim.cue !== 'correction'
      const place = { turn, sentence, role, isReported: reading.isReported, isExpository }
      placed.push({ claim: isTold ? { ...claim, cue: 'correction' } : claim, ...place })
    }
    isCorrected = reading.isRemark
  })
  return placed
}
