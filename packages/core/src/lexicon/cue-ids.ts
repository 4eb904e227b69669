/**
 * `PROTECTED` and `OTHERS` list the cues that code may ask for, each with a description of its phrases. The phrases are
 * in the lexicon files.
 *
 * A kept clause never loses a word of the cues in this table.
 */
const PROTECTED = {
  negation: 'a word that negates: not, nothing, without',
  negationMorpheme: 'a part of a word that negates: Turkish -me-, Japanese -nai, Korean -ji anh-',
  pseudo: 'a phrase with a negative form that does not negate: no doubt, not only',
  exception: 'except, only, instead of, rather than',
  hedge: 'leaves a statement uncertain: maybe, I think, it seems',
  report: 'a verb of saying or thinking whose subject is another person: she said, he thinks',
  attribution: 'names the source of a statement: according to',
  softener: 'qualifies a statement without making it uncertain: roughly, in principle, in my opinion, hopefully',
  hearsay: 'a report without a named source: apparently, I heard, they say',
  wish: 'a verb of wanting, knowing or asking whose subject is another person',
  correction: 'revokes or corrects an earlier statement: actually, I meant, scratch that',
  retraction: 'takes back what the speaker said: I was wrong, I gave you the wrong date, let me correct myself',
  replacement: 'replaces a value by another: instead, moved to, no longer',
  revocation: 'lifts an earlier rule or wish: forget what I said about',
  refusal: 'declines: no, I do not want',
  keeping: 'leaves a thing unchanged: keep it, no changes',
  confirmation: 'agrees: yes, exactly, go ahead',
  ban: 'forbids something, or makes it a secret: must not, under no circumstances, do not tell',
  lasting: 'makes an order hold beyond the task at hand: always, never, from now on, only if, without my approval',
  order: 'opens an order to do or not to do: do not, avoid, make sure',
  form: 'the form of answers or of address: answer in, call me, no emojis',
  personal: 'a fact about people that every later answer has to respect: allergic, vegan, pregnant',
  limit: 'names a limit of money or time: budget, deadline',
  release: 'lifts a rule: you may ... again, the rule no longer applies, no longer allergic',
  binding:
    'a statement that binds later turns: limits, secrets, allergies, deadlines, form of address, format, language',
  decision: 'a decision: we agreed, let us use',
  commitment: 'a commitment: I will, booked',
  question: 'words of questions',
  choice: 'chooses one of several things: the second one, option B, let us take',
  past: 'refers to earlier messages: earlier, as I said',
  hypothetical: 'describes a hypothetical case: what if, would',
  condition: 'if, unless, until, otherwise',
  proposal: 'proposes: how about, shall we',
  quantityTurn: 'changes the meaning of a figure or an amount: up to, at least, every other',
  comparison: 'compares: more, than, the same as',
  addition: 'adds to an earlier statement: also, besides',
  adversative: 'limits or opposes: but, although',
} as const

/** Cues of which a kept clause may lose words. */
const OTHERS = {
  idiom: 'a phrase with a word of doubt or saying in another sense: I believe in, according to plan',
  deferral: 'gives no answer, or not yet: I do not know, let me check',
  courtesy: 'asks nothing: how are you, anything else, right?',
  topicChange: 'changes the topic: by the way, anyway',
  identity: 'states a property that has only one value: lives in, is called, was born in',
  askTime: 'asks for a time or a date: when, what time',
  askAmount: 'asks for a figure: how many, how long, which version',
  total: 'states a sum or a remainder: in total, altogether, remaining',
  instruction: 'tells the assistant what to do: must, make sure, use only',
  request: 'asks for the task at hand: please, can you, give me',
  layout: 'names the layout of an answer or of data: format, one at a time, as follows',
  role: 'assigns the model a role: act as, you are a',
  assistant: 'addresses the assistant: you, your',
  oneself: 'the user speaks of themselves: I, my, our',
  demand: 'a demand of the user: I want, I prefer, please',
  rejected: 'introduces things that are untrue, unwanted or no longer valid: myths, mistakes, to avoid, cancelled, old',
  error: 'something failed: error, does not work',
  tagQuestion: 'asks for agreement only: right?, ok?',
  greeting: 'greetings and closing phrases',
  thanks: 'thanks',
  filler: 'words without a meaning of their own in the sentence: well, you know',
  pointing: 'refers to a thing in an earlier statement: it, this, the same',
  edit: 'asks for a change of an artifact: shorten, translate',
  make: 'asks to make something: write, list',
  recap: 'asks to sum up',
  reminder: 'asks for an earlier statement, or refers to it: remind me, did I mention',
  answer: 'names the last answer, or a task on it: your answer, you said, rephrase',
  demonstrative: 'a pronoun for a thing that was just named, unless it is also an article: it, this',
  codeName: 'names a program or a part of one: function, script',
  conversation: 'names the conversation itself: our chat, everything we said',
  outcome: 'names results, agreements or open points: did we, on our list, who brings what',
  ask: 'opens a wish in the form of a question: can you',
  definite: 'an article or similar word before a known thing: the, my',
  indefinite: 'an article or similar word before an unknown thing: a, another',
  attribute: 'names an attribute that any thing may have: name, place, number',
  tableName: 'names a table or a part of one: column, row',
  whole: 'names all statements or a whole artifact: everything, the full plan',
  continuation: 'opens a message that continues the previous one: and, so, what about',
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
  'retraction',
])

/** Cues that an idiom removes from its words: "I believe in you" expresses no doubt. */
export const SUPPRESSED_BY_IDIOM: ReadonlySet<CueId> = new Set<CueId>(['hedge', 'report', 'attribution'])
