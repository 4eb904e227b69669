import { type AgainCount, countSent, type SaidAgain, saidAgain } from './again.ts'
import type { Replayed } from './figures.ts'
import type { Question, Recording, WireMessage } from './recordings.ts'
import type { Scoring, Segment, WireKind, WordNumbers } from './scoring.ts'
import { type Sent, Tally, total } from './tally.ts'

/** A request to be shortened. */
export interface ShortenRequest {
  readonly messages: readonly WireMessage[]
  /** Token budget: the tokens that the first method sent of this request; for the first method itself, all of them. */
  readonly budgetTokens: number
  tokensOf(message: WireMessage): number
}

export type Shorten = (request: ShortenRequest) => readonly WireMessage[] | Promise<readonly WireMessage[]>

/** A way to shorten requests. `open` is called once per conversation, so that a method may keep state. */
export interface Method {
  readonly name: string
  readonly title: string
  open(kind: WireKind): Shorten
}

export interface TwinOptions {
  readonly scoring: Scoring
  /** The wire, if it differs from that of the recordings. */
  readonly format?: WireKind
  /** Measures only the questions at the end of recordings. */
  readonly onlyQuestions?: boolean
  onRecording?(done: number): void
}

/**
 * Replays recordings in process, by the rules of the replay script: every request of every recording goes through every
 * method. The first method sets the budget of the others, request by request. The result is in the order of `methods`.
 */
export async function replayInProcess(
  recordings: readonly Recording[],
  methods: readonly Method[],
  options: TwinOptions,
): Promise<readonly Replayed[]> {
  const tallies = methods.map(() => new Tally(options.scoring))
  for (const [index, recording] of recordings.entries()) {
    const kind = options.format ?? (recording.format === 'anthropic' ? 'anthropic' : 'openai')
    const runs = methods.map((method, number) => ({ shorten: method.open(kind), tally: tallies[number]! }))
    await new Walk(recording, { kind, runs, options }).go()
    options.onRecording?.(index + 1)
  }
  return tallies.map((tally) => tally.figures())
}

interface Run {
  readonly shorten: Shorten
  readonly tally: Tally
}

interface WalkParts {
  readonly kind: WireKind
  readonly runs: readonly Run[]
  readonly options: TwinOptions
}

/** Kinds of questions without evidence. */
const UNANSWERABLE = new Set(['adversarial', 'abstention'])

/** The measurement of one recording with all methods. */
class Walk {
  readonly #recording: Recording
  readonly #parts: WalkParts
  readonly #scoring: Scoring
  readonly #words: WordNumbers
  readonly #streams = new Map<string, readonly number[]>()
  readonly #segments = new WeakMap<WireMessage, Segment>()

  constructor(recording: Recording, parts: WalkParts) {
    this.#recording = recording
    this.#parts = parts
    this.#scoring = parts.options.scoring
    this.#words = new this.#scoring.Dictionary()
  }

  async go(): Promise<void> {
    const { kind, runs, options } = this.#parts
    const all = this.#recording.messages
    // A request on this wire begins with a message of the user.
    const shift = kind === 'anthropic' ? all.findIndex(({ role }) => role !== 'assistant') : 0
    const messages = shift > 0 ? all.slice(shift) : all
    const questions = (this.#recording.qa ?? []).filter(
      ({ evidence, kind }) => evidence?.length && !UNANSWERABLE.has(kind ?? ''),
    )
    for (const { tally } of runs) tally.startConversation()
    if (!options.onlyQuestions) await this.#goThroughTurns(messages, shift, questions)
    for (const question of questions) {
      if (question.at == null) await this.#ask(messages, question)
    }
  }

  async #goThroughTurns(
    messages: readonly WireMessage[],
    shift: number,
    questions: readonly Question[],
  ): Promise<void> {
    let turn = 1
    for (const [index, { role }] of messages.entries()) {
      if (role === 'assistant') turn++
      if (role === 'assistant' || role === 'system') continue
      const next = messages[index + 1]
      if (next && next.role !== 'assistant') continue
      const due = turn > 5 ? questions.filter(({ at }) => at != null && at - 1 - shift === index) : []
      const history = messages.slice(0, index + 1)
      const again = next && turn > 5 ? this.#saidAgain(next, history) : undefined
      await this.#send(history, (run, sent, sentMessages) => {
        run.tally.addRequest(turn, sent)
        if (again) run.tally.addAnswer(sizeOf(again), countSent(again, sent.after))
        for (const question of due) run.tally.addQuestion(sent, this.#score(question, sent, sentMessages))
      })
    }
  }

  #saidAgain(answer: WireMessage, history: readonly WireMessage[]): SaidAgain {
    const before = history.map((message) => this.#segmentOf(message))
    return saidAgain(this.#segmentOf(answer).text, before)
  }

  async #ask(messages: readonly WireMessage[], question: Question): Promise<void> {
    const asking: WireMessage = { role: 'user', content: question.question ?? '' }
    await this.#send([...messages, asking], (run, sent, sentMessages) => {
      // The question is not evidence for its own answer.
      const known = sentMessages.slice(0, -1)
      run.tally.addQuestion(sent, this.#score(question, { ...sent, after: sent.after.slice(0, -1) }, known))
    })
  }

  /** Sends one request by every method. A request that the provider would refuse is counted and not measured. */
  async #send(
    messages: readonly WireMessage[],
    measure: (run: Run, sent: Sent, sentMessages: readonly WireMessage[]) => void,
  ): Promise<void> {
    const before = messages.map((message) => this.#segmentOf(message))
    let budgetTokens = total(before)
    for (const [number, run] of this.#parts.runs.entries()) {
      const tokensOf = (message: WireMessage): number => this.#segmentOf(message).tokens
      const sentMessages = await run.shorten({ messages, budgetTokens, tokensOf })
      const after = sentMessages.map((message) => this.#segmentOf(message))
      if (number === 0) budgetTokens = total(after)
      if (this.#problem(sentMessages) === undefined) measure(run, { before, after }, sentMessages)
      else run.tally.addRefusal()
    }
  }

  #problem(messages: readonly WireMessage[]): string | undefined {
    const { kind } = this.#parts
    return this.#scoring.problem(kind, bodyOf(kind, messages))
  }

  #score(question: Question, sent: Sent, sentMessages: readonly WireMessage[]) {
    const texts = (question.evidence ?? []).map((index) => this.#scoring.flatten(this.#recording.messages[index]!))
    const isLater = question.kind === 'future_use'
    // On the messages wire, instructions are not messages and are not searched.
    const isOutside = this.#parts.kind === 'anthropic' && sentMessages[0]?.role === 'system'
    const segments = isOutside ? sent.after.slice(1) : sent.after
    const sentText = isLater ? segments.map(({ text }) => text).join('\n') : ''
    const stream = isLater ? [] : segments.flatMap(({ text }) => this.#streamOf(text))
    return this.#scoring.scoreQuestion(question, texts, sentText, stream, this.#words)
  }

  #streamOf(text: string): readonly number[] {
    let stream = this.#streams.get(text)
    if (!stream) {
      stream = this.#words.stream(text)
      this.#streams.set(text, stream)
    }
    return stream
  }

  #segmentOf(message: WireMessage): Segment {
    let segment = this.#segments.get(message)
    if (!segment) {
      segment = this.#scoring.segments({ messages: [message] })[0]!
      this.#segments.set(message, segment)
    }
    return segment
  }
}

function sizeOf({ values, lines }: SaidAgain): AgainCount {
  return { values: values.length, lines: lines.length }
}

/** The request body of these messages, with the models that the replay script names. */
export function bodyOf(kind: WireKind, messages: readonly WireMessage[]): object {
  if (kind === 'openai') return { model: 'gpt-4o', messages }
  const system = messages[0]?.role === 'system' ? messages[0].content : undefined
  const rest = system === undefined ? messages : messages.slice(1)
  return { model: 'claude-sonnet-4-5', max_tokens: 1024, ...(system ? { system } : {}), messages: rest }
}
