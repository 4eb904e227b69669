/** The cues that code may ask for. A lexicon file names the phrases of each; `meanings` says what belongs there. */
const MEANINGS = {
  negation: 'a word that negates: not, nothing, without',
  negationMorpheme: 'a part of a word that negates: Turkish -me-, Japanese -nai, Korean -ji anh-',
  pseudo: 'a phrase that holds a negative form but does not negate: no doubt, not only',
  idiom: 'a phrase that holds a word of doubt or saying in another sense: I believe in, according to plan',
  exception: 'except, only, instead of, rather than',
  hedge: 'leaves open whether something is so: maybe, I think, it seems',
  report: 'a verb by which somebody else says or thinks something',
  attribution: 'names the source of a statement: according to',
  softener: 'qualifies without leaving open whether it is so: roughly, in principle, in my opinion, hopefully',
  hearsay: 'others say so, nobody is named: apparently, I heard, they say',
  wish: 'a verb by which somebody else wants, knows or asks something',
  deferral: 'gives no answer, or not yet: I do not know, let me check',
  courtesy: 'asks nothing: how are you, anything else, right?',
  topicChange: 'turns to something else: by the way, anyway',
  identity: 'says of a thing what only one thing can be: lives in, is called, was born in',
  askTime: 'asks for a time or a date: when, what time',
  askAmount: 'asks for a figure: how many, how long, which version',
  correction: 'takes back or corrects what was said: actually, I meant, scratch that',
  replacement: 'says that a value gives way to another: instead, moved to, no longer',
  revocation: 'lifts an earlier rule or wish: forget what I said about',
  refusal: 'declines: no, I do not want',
  keeping: 'leaves a thing as it is: keep it, no changes',
  confirmation: 'agrees: yes, exactly, go ahead',
  instruction: 'tells the assistant what to do from now on: always, never, please, answer in',
  binding: 'what binds later turns: limits, secrets, allergies, deadlines, form of address, format, language',
  decision: 'something is decided: we agreed, let us use',
  commitment: 'somebody undertakes something: I will, booked',
  error: 'something failed: error, does not work',
  question: 'words that ask',
  greeting: 'greetings and closing phrases',
  thanks: 'thanks',
  filler: 'words without a meaning of their own in the sentence: well, you know',
  choice: 'takes one of several: the second one, option B, let us take',
  pointing: 'points at something said before: it, this, the same',
  past: 'points back in the conversation: earlier, as I said',
  hypothetical: 'speaks of what is not the case: what if, would',
  condition: 'if, unless, until, otherwise',
  proposal: 'proposes: how about, shall we',
  quantityTurn: 'turns a figure or an amount into another: up to, at least, every other',
  comparison: 'compares: more, than, the same as',
  addition: 'adds to what was said: also, besides',
  adversative: 'limits or opposes: but, although',
  edit: 'asks for a change of a work: shorten, translate',
  make: 'asks for something to be made: write, list',
  recap: 'asks to sum up',
  whole: 'names all that was said or a whole work: everything, the full plan',
  continuation: 'opens a message that goes on from the one before: and, so, what about',
} as const

export type CueId = keyof typeof MEANINGS

export const CUE_IDS = Object.keys(MEANINGS) as readonly CueId[]

export const meaningOf = (cue: CueId): string => MEANINGS[cue]

/** Cues whose words a kept clause never loses. */
export const PROTECTED_CUES: ReadonlySet<CueId> = new Set<CueId>([
  'negation',
  'negationMorpheme',
  'pseudo',
  'exception',
  'hedge',
  'report',
  'attribution',
  'softener',
  'hearsay',
  'wish',
  'correction',
  'replacement',
  'revocation',
  'refusal',
  'keeping',
  'confirmation',
  'binding',
  'decision',
  'commitment',
  'question',
  'choice',
  'past',
  'hypothetical',
  'condition',
  'proposal',
  'quantityTurn',
  'comparison',
  'addition',
  'adversative',
])

/** A pseudo cue takes these away from a part of its words: "no doubt" negates nothing. */
export const SUPPRESSED_BY_PSEUDO: ReadonlySet<CueId> = new Set<CueId>([
  'negation',
  'negationMorpheme',
  'refusal',
  'instruction',
  'correction',
])

/** An idiom takes these away from a part of its words: "I believe in you" doubts nothing. */
export const SUPPRESSED_BY_IDIOM: ReadonlySet<CueId> = new Set<CueId>(['hedge', 'report', 'attribution'])
