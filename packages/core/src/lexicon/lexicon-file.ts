import type { CueId } from './cue-ids.ts'

/**
 * One file of `data/`. README.md describes the notation of phrases, and the tables that need care. The file of the
 * language `xx` is `data/xx.json`.
 */
export interface LexiconFile {
  readonly language: string
  readonly name: string
  readonly scripts: readonly Script[]
  /** Letters that few other languages of the same script have. */
  readonly letters: string
  /** True if the verb of saying follows the statement, so that a report has no speaker next to it. */
  readonly verbFinal?: boolean
  /** True if the subject follows its verb: "said the neighbour". */
  readonly verbFirst?: boolean
  /** True if a word or an ending marks every order, so that a sentence without such a mark is not an order. */
  readonly marksOrders?: boolean
  /** Cues that the language expresses by other means, so that no phrase is missing. */
  readonly without?: readonly CueId[]
  readonly cues: Readonly<Partial<Record<CueId, readonly string[]>>>
  /** January first; each with its full names, its forms in a date and its abbreviations. */
  readonly months: readonly (readonly string[])[]
  /** Names of months that are also other words. They are months only next to a day or a year. */
  readonly sharedMonths?: readonly string[]
  /** Monday first. */
  readonly weekdays: readonly (readonly string[])[]
  /** Canonical English name of a day or span relative to now, to its names. */
  readonly relativeDays: Names
  /** Canonical unit to its names. Symbols that all languages share are in `symbols.ts`. */
  readonly units: Names
  /** Power of ten to its names: 3 is thousand, 4 is 万. */
  readonly scales: Names
  /** Digits to number words: 0 to 20, the tens, 100. */
  readonly numbers: Names
  /** Place to ordinal words; -1 is the last. `перв-` marks a beginning, in languages without articles. */
  readonly ordinals: Names
  /** Code of a currency to its names. */
  readonly currencies: Names
  /** `am`, `pm`, `oclock`, `noon`, `midnight` to their words. */
  readonly clock: Names
  /**
   * Informal spellings, each with the spelling that the phrases use: several words if the informal one joins them.
   */
  readonly spellings?: Readonly<Record<string, string>>
  /** Variant of a character to the one that the phrases use. */
  readonly characters?: Readonly<Record<string, string>>
  /** Words that say nothing about a topic. English: all of them; other languages: those in addition to the function words. */
  readonly stopWords?: readonly string[]
  /** Articles and pronouns that point at one thing of several: the, that, your. */
  readonly pointers?: readonly string[]
  /** Nouns for things to choose from: option, idea, version. */
  readonly optionNouns?: readonly string[]
  /** Ordinals of any number, which is written as `…`: 第 … 个, … 番目. */
  readonly counters?: readonly string[]
  /** Phrases that name a listed item by its figure: … 番がいい. */
  readonly itemNumbers?: readonly string[]
  readonly dates?: DateWords
  /** `exit`, `status` and `error`, each with the words before a code. */
  readonly codeNames?: Names
  /** Words after which a number of two parts is a version. */
  readonly versionWords?: readonly string[]
  /** Words in names of streets; `-straße` marks an ending. */
  readonly streets?: readonly string[]
  /** Endings of ordinals in figures: 1st, 2e. */
  readonly ordinalEndings?: readonly string[]
  /** Particles that end a question without a question mark. */
  readonly askingEnds?: readonly string[]
  /** Closed-class words: articles, prepositions, pronouns, auxiliaries, conjunctions. */
  readonly functionWords: readonly string[]
  /** Words that may be dropped from a kept clause: in brackets, after the words that make this safe. */
  readonly droppable: readonly string[]
  /** Articles that are not dropped before a capital, because they belong to names: Jan de Boer. */
  readonly nameArticles?: readonly string[]
  /** Conjunctions between two statements that can stand alone. */
  readonly coordinators: readonly string[]
  /** Conjunctions that bind a clause to its main clause. */
  readonly subordinators: readonly string[]
  /** Words that open an independent clause: pronouns, articles, possessives. */
  readonly subjects: readonly string[]
  /** First person: with one of these as its subject, a report is the speaker's own. */
  readonly selfWords: readonly string[]
  /** First and second person in all their forms, possessives included. */
  readonly ownWords: readonly string[]
  readonly listenerWords: readonly string[]
  /** Sources that are not persons, so that they report no statement of a person: log, clock, this. */
  readonly instruments: readonly string[]
  /** Groups of words of which only one can apply to a thing: open, closed. */
  readonly opposites?: readonly (readonly string[])[]
  /** Finite verbs of the closed class and frequent ones; `-x` marks an ending. */
  readonly verbs: readonly string[]
  /** Abbreviations without their last dot that do not end a sentence. */
  readonly abbreviations?: readonly string[]
  /** Those of them that end a sentence when a capital follows: etc. */
  readonly finalAbbreviations?: readonly string[]
  /** Those of them that often precede a name. They end a sentence when a function word with a capital follows: p.m. */
  readonly nameAbbreviations?: readonly string[]
  /** True if a dot marks an ordinal, and words with a capital often follow it: im 2. Stock, 2. Dünya Savaşı. */
  readonly dottedOrdinals?: boolean
  /** Small words that an apostrophe joins to the next word: l', n'. */
  readonly elisions?: readonly string[]
  /** Endings that mark the role of a noun in the sentence, the longest first: Korean 은 and 에서. */
  readonly particles?: readonly string[]
  /** Endings of weekdays and months. If not set, they may have any short ending. */
  readonly dateEndings?: readonly string[]
  /** Small words that are written as prefixes of the next word, also of the first word of a cue: Arabic و and ال. */
  readonly clitics?: readonly string[]
}

/** Small words in dates. */
export interface DateWords {
  /** Words that turn a span into a date: last, next, this. */
  readonly last?: readonly string[]
  readonly next?: readonly string[]
  readonly this?: readonly string[]
  readonly spans?: readonly string[]
  readonly ago?: readonly string[]
  /** Amounts of a span besides numbers: a, few. */
  readonly amounts?: readonly string[]
  /** Words between a day, a month and a year. */
  readonly of?: readonly string[]
  /** Words after which a number of four digits is a year. */
  readonly yearCues?: readonly string[]
  /** Phrases in which the word for tomorrow means the morning: la mañana. */
  readonly mornings?: readonly string[]
}

export type Script = 'Latin' | 'Cyrillic' | 'Arabic' | 'Devanagari' | 'Han' | 'Kana' | 'Hangul'

export type Names = Readonly<Record<string, readonly string[]>>
