import fc from 'fast-check'
import { type Form, type Sentences, type Statement, sentenceOf } from './statement.fixture.ts'

/** A message as a list of sentences, each known to the generator. */
export interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly statements: readonly Statement[]
}

type Reply = 'refuse' | 'accept' | 'choose' | 'none'

/** The user's style: in sentences, in lower-case lines without full stops, or at length. */
type Style = 'sentences' | 'lines' | 'long'

/** One turn: the user's action on one slot, and additional sentences. Numbers are taken modulo the available choices. */
interface Move {
  readonly form: Exclude<Form, 'refuse' | 'accept' | 'choose' | 'unknown'> | 'filler'
  readonly slot: number
  readonly value: number
  readonly variant: number
  /** The user's reaction to a proposal or list of the assistant. */
  readonly reply: Reply
  readonly fillers: number
  readonly isFillerFirst: boolean
  readonly style: Style
  /** True if the assistant repeats the value. */
  readonly isEchoed: boolean
}

const SLOTS = 4
/** Number of sentences of a message that is long enough to be cut. */
const LONG_FILLERS = 7
const EDITS = ['state', 'replace', 'correct', 'back', 'revoke', 'negate', 'pair'] as const
const QUALIFIED = ['report', 'hedge', 'condition', 'reportPair', 'deny', 'past', 'wonder', 'except'] as const
const OFFERS = ['propose', 'options', 'ask'] as const

const move: fc.Arbitrary<Move> = fc.record({
  form: fc.oneof(
    { weight: 3, arbitrary: fc.constant('filler' as const) },
    { weight: 5, arbitrary: fc.constantFrom(...EDITS) },
    { weight: 3, arbitrary: fc.constantFrom(...QUALIFIED) },
    { weight: 2, arbitrary: fc.constantFrom(...OFFERS) },
  ),
  slot: fc.nat(SLOTS - 1),
  value: fc.nat(3),
  variant: fc.nat(5),
  reply: fc.constantFrom<Reply>('none', 'refuse', 'accept', 'choose'),
  fillers: fc.nat(29),
  isFillerFirst: fc.boolean(),
  style: fc.constantFrom<Style>('sentences', 'lines', 'long'),
  isEchoed: fc.boolean(),
})

/** Whole talks in one language. Every request is a prefix that ends with a user message. */
export function truthTalk(language: Sentences, turns: { min: number; max: number }): fc.Arbitrary<readonly Said[]> {
  const moves = fc.array(move, { minLength: turns.min, maxLength: turns.max })
  return fc.tuple(moves, fc.nat(3), fc.nat(2)).map(([all, thing, attribute]) => {
    const writer = new TalkWriter(language, { thing, attribute })
    for (const each of all) writer.turn(each)
    return writer.messages
  })
}

class TalkWriter {
  readonly messages: Said[] = []
  readonly #language: Sentences
  readonly #first: { readonly thing: number; readonly attribute: number }
  /** Earlier values of each slot, newest last. `null` for a withdrawn one. */
  readonly #values: (string | null)[][] = Array.from({ length: SLOTS }, () => [])
  /** The user's sentence about the assistant's last offer. */
  #reply: Statement | undefined

  constructor(language: Sentences, first: { readonly thing: number; readonly attribute: number }) {
    this.#language = language
    this.#first = first
  }

  turn(move: Move): void {
    const user = this.#reply ? [this.#reply] : []
    this.#reply = undefined
    if (user[0]) this.#note(user[0])
    const edits = this.#userStatements(move)
    for (const each of edits) this.#note(each)
    const count = move.style === 'long' ? LONG_FILLERS : 1
    const fillers = Array.from({ length: count }, (_, at) => this.#filler('user', move.fillers + at))
    user.push(...(move.isFillerFirst || !edits.length ? [...fillers, ...edits] : [...edits, ...fillers]))
    if (move.style === 'lines') this.#push('user', user.map(asLine), '\n')
    else this.#push('user', user, ' ')
    const answer = [
      ...this.#assistantStatements(move),
      this.#filler('assistant', move.fillers),
      this.#filler('assistant', move.fillers + 1 + move.variant),
    ]
    this.#push('assistant', answer, ' ')
  }

  #push(role: Said['role'], statements: readonly Statement[], joint: ' ' | '\n'): void {
    this.messages.push({ role, content: joined(statements, joint), statements })
  }

  #note({ slot, sets }: Statement): void {
    if (slot !== undefined && sets !== undefined) this.#values[slot]!.push(sets)
  }

  #userStatements(move: Move): readonly Statement[] {
    const { form, slot, variant } = move
    const values = this.#attribute(slot).values
    const value = values[move.value % values.length]!
    const current = this.#values[slot]!.at(-1)
    const other = (slot + 1) % SLOTS
    const value2 = this.#attribute(other).values[variant % values.length]!
    const say = (form: Form, effect: Pick<Statement, 'sets' | 'value'> = { value }) => this.#say(form, move, effect)
    switch (form) {
      case 'filler':
      case 'propose':
      case 'options':
        return []
      case 'ask':
        return [say('ask', {})]
      case 'report':
      case 'hedge':
      case 'condition':
      case 'past':
      case 'wonder':
      case 'except':
        return [say(form)]
      case 'reportPair':
        return [
          {
            ...this.#say(form, move, { value }, { V2: value2, S2: this.#subject(other) }),
            second: { slot: other, value: value2 },
          },
        ]
      case 'pair': {
        const [first, second] = this.#language.says.pair
        const fills = (at: number, V: string) => ({ S: this.#subject(at), V })
        return [
          { form, slot, sets: value, value, ...sentenceOf(first!, fills(slot, value)) },
          { form, slot: other, sets: value2, value: value2, ...lowerCase(sentenceOf(second!, fills(other, value2))) },
        ]
      }
      case 'negate':
      case 'deny':
        return [say(form, value === current ? { value, sets: null } : { value })]
      case 'revoke':
        return current ? [say(form, { sets: null })] : [say('state', { sets: value, value })]
      case 'back': {
        const before = this.#values[slot]!.findLast((each) => each && each !== current)
        const known = before ?? value
        return [say(before ? 'back' : 'state', { sets: known, value: known })]
      }
      default:
        return [say(current && current !== value ? form : 'state', { sets: value, value })]
    }
  }

  #assistantStatements(move: Move): readonly Statement[] {
    const { form, slot, reply } = move
    const values = this.#attribute(slot).values
    const current = this.#values[slot]!.at(-1)
    const value = values[move.value % values.length]!
    if (form === 'ask') {
      return current
        ? [this.#say('state', { ...move, variant: 0 }, { sets: current, value: current })]
        : [this.#say('unknown', move, {})]
    }
    if (form === 'propose') {
      if (reply === 'refuse')
        this.#reply = this.#say('refuse', move, { value, ...(value === current && { sets: null }) })
      if (reply === 'accept') this.#reply = this.#say('accept', move, { value, sets: value })
      return [this.#say('propose', move, { value })]
    }
    if (form === 'options') {
      const items = values.slice(0, 3).map((text, at): Statement => {
        return { form: 'item', slot, value: text, ...sentenceOf(`{${at + 1}. ${text}}`, {}) }
      })
      const chosen = move.value % items.length
      if (reply === 'choose' || reply === 'accept')
        this.#reply = this.#say('choose', { ...move, value: chosen }, { sets: values[chosen]!, value: values[chosen]! })
      return [this.#say('options', move, {}), ...items]
    }
    const isSet = (EDITS as readonly string[]).includes(form) && current
    return isSet && move.isEchoed
      ? [this.#say('state', { ...move, variant: 0 }, { sets: current, value: current })]
      : []
  }

  #say(
    form: Form,
    { slot, variant, value }: Pick<Move, 'slot' | 'variant' | 'value'>,
    effect: Pick<Statement, 'sets' | 'value'>,
    more: Readonly<Record<string, string>> = {},
  ): Statement {
    const { says, people, ordinals } = this.#language
    const templates = says[form]
    const fills = {
      S: this.#subject(slot),
      V: effect.value ?? '',
      O: this.#values[slot]!.at(-1) ?? '',
      P: people[variant % people.length]!,
      N: ordinals[value % ordinals.length]!,
      ...more,
    }
    return { form, slot, ...effect, ...sentenceOf(templates[variant % templates.length]!, fills) }
  }

  #filler(role: Said['role'], number: number): Statement {
    const fillers = this.#language.fillers[role]
    return { form: 'filler', ...sentenceOf(fillers[number % fillers.length]!, {}) }
  }

  #attribute(slot: number) {
    const { attributes } = this.#language
    return attributes[(this.#first.attribute + (slot & 1)) % attributes.length]!
  }

  #subject(slot: number): string {
    const { things } = this.#language
    return this.#attribute(slot).subject.replace('$thing', things[(this.#first.thing + (slot >> 1)) % things.length]!)
  }
}

function lowerCase<Sentence extends { readonly text: string }>(sentence: Sentence): Sentence {
  return { ...sentence, text: sentence.text.charAt(0).toLowerCase() + sentence.text.slice(1) }
}

/** Casual typing: lower case, and no full stop at the end. */
function asLine(statement: Statement): Statement {
  return { ...statement, text: statement.text.toLowerCase().replace(/[.。]$/, '') }
}

/** Sentences one after the other. The items of a list, and the text after them, are on separate lines. */
function joined(statements: readonly Statement[], joint: ' ' | '\n'): string {
  return statements.reduce((text, statement, at) => {
    if (!at) return statement.text
    const isLine = statement.form === 'item' || statements[at - 1]!.form === 'item'
    return `${text}${isLine ? '\n' : joint}${statement.text}`
  }, '')
}
