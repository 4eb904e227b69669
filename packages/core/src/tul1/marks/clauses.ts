import { isEvent } from './event.ts'

/** A part of a sentence by UTF-16 offsets into it. */
export interface Clause {
  readonly start: number
  readonly end: number
  /** Follows from the one before: "so". */
  readonly isConsequence: boolean
  /** Stands behind one that tells an event. */
  readonly isAfterEvent: boolean
}

/** Where a clause may end: at a sign, or before a word that joins two statements. */
const JOINT =
  /(?:[,;:]| [–—-](?= ))(?: (?:and|but|so|because|since|as|while|though|although|plus))? |\.{3} ?| (?:and|but|so|because|since|while|though|although) (?=(?:i|we|you|he|she|it|they|there|the|my|our|your|his|her|their|its|this|that|i'm|i've|we're|we've|it's|that's)\b)/g
/** What stands for itself: somebody or something, and soon after it a word that says something of it. */
const STATEMENT =
  /^(?:and |but |so |also |then |now )*(?:(?:i|we|you|he|she|it|they|there|this|that|i'm|i've|we're|we've|it's|that's|there's|he's|she's|they're)\b|(?:\S+ ){1,6}?(?:is|are|was|were|has|have|had|will|can|cannot|can't|does|do|did|isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|\p{L}{2,}(?:[^s\W]s|ed)|holds?|costs?|takes?|needs?|runs?|left|went|came|got)\b)/u
/** What holds for a whole sentence: its parts must not stand alone. */
const BOUND =
  /\b(?:if|when|whenever|unless|whether|until|suppose|supposing|imagine|assuming|as long as|in case|provided|would|either|or|than|says?|said|claims?|claimed|thinks?|thought)\b/
const LEAST_WORDS = 2

/**
 * The statements that a sentence is made of, where there are several and each could stand alone; of a sentence in lower case.
 * Conditions, choices and reports are left whole.
 */
export function clausesOf(text: string): Clause[] {
  const joints = [...text.matchAll(JOINT)]
  if (!joints.length || BOUND.test(text)) return []
  const clauses: Clause[] = []
  let start = 0
  let isConsequence = false
  let isAfterEvent = false
  const push = (end: number): void => {
    clauses.push({ start, end, isConsequence, isAfterEvent })
    isAfterEvent ||= isEvent(text.slice(start, end))
  }
  for (const joint of joints) {
    const next = joint.index + joint[0].length
    if (!STATEMENT.test(text.slice(next))) continue
    push(joint.index)
    start = next
    isConsequence = /\bso\b/.test(joint[0])
  }
  if (!start) return []
  push(text.length)
  return clauses.filter((clause) => isStatement(text.slice(clause.start, clause.end)))
}

function isStatement(text: string): boolean {
  return STATEMENT.test(text) && text.trim().split(/\s+/).length >= LEAST_WORDS
}
