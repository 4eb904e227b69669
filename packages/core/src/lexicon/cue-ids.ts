/**
 * The cues that code may ask for, each with a description of its phrases. A lexicon file lists the phrases.
 *
 * A kept clause never loses a word of these cues.
 */
const PROTECTED = {
  negation: 'a word that negates: not, nothing, without',
  negationMorpheme: 'a part of a word that negates: Turkish -me-, Japanese -nai, Korean -ji anh-',
  pseudo: 'a phrase that holds a negative form but does not negate: no doubt, not only',
  exception: 'except, only, instead of, rather than',
  hedge: 'leaves open whether something is so: maybe, I think, it seems',
  report: 'a verb by which somebody else says or thinks something',
  attribution: 'names the source of a statement: according to',
  softener: 'qualifies without leaving open whether it is so: roughly, in principle, in my opinion, hopefully',
  hearsay: 'others say so, nobody is named: apparently, I heard, they say',
  wish: 'a verb by which somebody else wants, knows or asks something',
  correction: 'takes back or corrects what was said: actually, I meant, scratch that',
  replacement: 'says that a value gives way to another: instead, moved to, no longer',
  revocation: 'lifts an earlier rule or wish: forget what I said about',
  refusal: 'declines: no, I do not want',
  keeping: 'leaves a thing as it is: keep it, no changes',
  confirmation: 'agrees: yes, exactly, go ahead',
  ban: 'forbids, or makes a secret of something: must not, under no circumstances, do not tell',
  lasting: 'makes an order hold beyond the task at hand: always, never, from now on, only if, without my approval',
  order: 'opens an order to do or not to do: do not, avoid, make sure',
  form: 'how answers look and how the user is addressed: answer in, call me, no emojis',
  personal: 'a fact about people that every later answer has to respect: allergic, vegan, pregnant',
  limit: 'names a limit of money or time: budget, deadline',
  release: 'lifts a rule: you may ... again, the rule no longer applies, no longer allergic',
  binding: 'what binds later turns: limits, secrets, allergies, deadlines, form of address, format, language',
  decision: 'something is decided: we agreed, let us use',
  commitment: 'somebody undertakes something: I will, booked',
  question: 'words that ask',
  choice: 'takes one of several: the second one, option B, let us take',
  past: 'points back in the conversation: earlier, as I said',
  hypothetical: 'speaks of what is not the case: what if, would',
  condition: 'if, unless, until, otherwise',
  proposal: 'proposes: how about, shall we',
  quantityTurn: 'turns a figure or an amount into another: up to, at least, every other',
  comparison: 'compares: more, than, the same as',
  addition: 'adds to what was said: also, besides',
  adversative: 'limits or opposes: but, although',
} as const

/** Cues of which a kept clause may lose words. */
const OTHERS = {
  idiom: 'a phrase that holds a word of doubt or saying in another sense: I believe in, according to plan',
  deferral: 'gives no answer, or not yet: I do not know, let me check',
  courtesy: 'asks nothing: how are you, anything else, right?',
  topicChange: 'turns to something else: by the way, anyway',
  identity: 'says of a thing what only one thing can be: lives in, is called, was born in',
  askTime: 'asks for a time or a date: when, what time',
  askAmount: 'asks for a figure: how many, how long, which version',
  total: 'says what several amounts come to, or what is left: in total, altogether, remaining',
  instruction: 'tells the assistant what to do: must, make sure, use only',
  request: 'asks for the task at hand: please, can you, give me',
  layout: 'names the layout of an answer or of data: format, one at a time, as follows',
  role: 'says who the model is to be: act as, you are a',
  assistant: 'addresses the assistant: you, your',
  oneself: 'the user speaks of themselves: I, my, our',
  demand: 'the user wants it so: I want, I prefer, please',
  error: 'something failed: error, does not work',
  tagQuestion: 'asks for agreement only: right?, ok?',
  greeting: 'greetings and closing phrases',
  thanks: 'thanks',
  filler: 'words without a meaning of their own in the sentence: well, you know',
  pointing: 'points at something said before: it, this, the same',
  edit: 'asks for a change of a work: shorten, translate',
  make: 'asks for something to be made: write, list',
  recap: 'asks to sum up',
  reminder: 'asks for what was said before, or points back at it: remind me, did I mention',
  answer: 'names the last answer, or what is done to it: your answer, you said, rephrase',
  demonstrative: 'stands for a thing that was just named, where it does not also stand before every noun: it, this',
  codeName: 'names a program or a part of one: function, script',
  conversation: 'names the conversation itself: our chat, everything we said',
  outcome: 'names what was done or agreed, or is still open: did we, on our list, who brings what',
  ask: 'opens a wish in the form of a question: can you',
  definite: 'an article or the like before a thing that is known: the, my',
  indefinite: 'an article or the like before a thing that is not: a, another',
  attribute: 'names what people ask of a thing, whatever it is: name, place, number',
  tableName: 'names a table or a part of one: column, row',
  whole: 'names all that was said or a whole work: everything, the full plan',
  continuation: 'opens a message that goes on from the one before: and, so, what about',
} as const

export type CueId = keyof typeof PROTECTED | keyof typeof OTHERS

export const CUE_IDS = Object.keys({ ...PROTECTED, ...OTHERS }) as readonly CueId[]

/** Cues whose words a kept clause never loses. */
export const PROTECTED_CUES = new Set(Object.keys(PROTECTED)) as ReadonlySet<CueId>

/** Cues that a pseudo cue removes from its words: "no doubt" negates nothing. */
export const SUPPRESSED_BY_PSEUDO: ReadonlySet<CueId> = new Set<CueId>([
  'negation',
  'negationMorpheme',
  'refusal',
  'instruction',
  'order',
  'lasting',
  'correction',
])

/** Cues that an idiom removes from its words: "I believe in you" expresses no doubt. */
export const SUPPRESSED_BY_IDIOM: ReadonlySet<CueId> = new Set<CueId>(['hedge', 'report', 'attribution'])
