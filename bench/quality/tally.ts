import type { AgainCount } from './again.ts'
import type { Replayed } from './figures.ts'
import type { Score, Scoring, Segment } from './scoring.ts'

/** A request of one method, original and sent. */
export interface Sent {
  readonly before: readonly Segment[]
  readonly after: readonly Segment[]
}

/** Tokens of the shortest prefix that the OpenAI-like bill reads from the cache, and the step of its length. */
const LEAST_CACHED = 1024
const CACHE_STEP = 128

/** Least number of values or lines for which a share is significant. */
const LEAST_AGAIN = 50

export const total = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segment.tokens, 0)

/** Adds up the figures of one method over the recordings of a set, by the rules of the replay script. */
export class Tally {
  readonly #scoring: Scoring
  readonly #saved = { early: mean(), at10: mean(), at15: mean(), late: mean(), history: mean() }
  readonly #prefix = mean()
  readonly #scores = { evidence: mean(), strict: mean(), answer: mean(), kept: mean() }
  readonly #bill = { ours: { openai: 0, anthropic: 0 }, none: { openai: 0, anthropic: 0 } }
  readonly #again = { all: { values: 0, lines: 0 }, sent: { values: 0, lines: 0 } }
  #last: Sent | undefined
  #refused = 0

  constructor(scoring: Scoring) {
    this.#scoring = scoring
  }

  /** The next requests belong to another conversation. */
  startConversation(): void {
    this.#last = undefined
  }

  addRefusal(): void {
    this.#refused++
  }

  addRequest(turn: number, sent: Sent): void {
    const [before, after] = [total(sent.before), total(sent.after)]
    const saved = 1 - after / before
    if (turn < 5) this.#saved.early.add(saved)
    if (turn === 10) this.#saved.at10.add(saved)
    if (turn === 15) this.#saved.at15.add(saved)
    const shared = this.#pay(this.#bill.ours, this.#last?.after, sent.after)
    this.#pay(this.#bill.none, this.#last?.before, sent.before)
    if (turn >= 10) {
      const pinned = total(sent.before.filter(({ role }) => role === 'system' || role === 'developer'))
      this.#saved.late.add(saved)
      this.#saved.history.add(1 - (after - pinned) / Math.max(1, before - pinned))
      if (this.#last) this.#prefix.add(shared)
    }
    this.#last = sent
  }

  addQuestion(sent: Sent, score: Score): void {
    this.#scores.evidence.add(score.evidence)
    this.#scores.strict.add(score.strict)
    this.#scores.answer.add(score.answer)
    this.#scores.kept.add(total(sent.after) / total(sent.before))
  }

  /** Adds the repeated values and lines of the next answer, and those of them that were sent. */
  addAnswer(all: AgainCount, sent: AgainCount): void {
    for (const kind of ['values', 'lines'] as const) {
      this.#again.all[kind] += all[kind]
      this.#again.sent[kind] += sent[kind]
    }
  }

  #shareAgain(kind: keyof AgainCount): number | null {
    const { all, sent } = this.#again
    return all[kind] >= LEAST_AGAIN ? rounded(sent[kind] / all[kind]) : null
  }

  /** Adds the input's price to both bills. Returns the share of the tokens that repeat the previous request. */
  #pay(bill: { openai: number; anthropic: number }, before: readonly Segment[] | undefined, now: readonly Segment[]) {
    const tokens = total(now)
    const shared = before ? Math.min(tokens, this.#scoring.sharedPrefix(before, now)) : 0
    const hit = shared >= LEAST_CACHED ? Math.floor(shared / CACHE_STEP) * CACHE_STEP : 0
    bill.openai += 0.1 * hit + (tokens - hit)
    bill.anthropic += 0.1 * shared + 1.25 * (tokens - shared)
    return shared / tokens
  }

  figures(): Replayed {
    const { ours, none } = this.#bill
    const kept = this.#scores.kept.value()
    return {
      savedEarly: rounded(this.#saved.early.value()),
      savedAt10: rounded(this.#saved.at10.value()),
      savedAt15: rounded(this.#saved.at15.value()),
      saved: rounded(this.#saved.late.value()),
      savedHistory: rounded(this.#saved.history.value()),
      savedAtQuestions: rounded(1 - kept),
      evidence: rounded(this.#scores.evidence.value()),
      strict: rounded(this.#scores.strict.value()),
      answer: rounded(this.#scores.answer.value()),
      prefix: rounded(this.#prefix.value()),
      costOpenAi: rounded(ours.openai / none.openai),
      costAnthropic: rounded(ours.anthropic / none.anthropic),
      refused: this.#refused,
      valuesAgain: this.#shareAgain('values'),
      linesAgain: this.#shareAgain('lines'),
    }
  }
}

function mean() {
  let sum = 0
  let count = 0
  return {
    add(value: number): void {
      if (Number.isNaN(value)) return
      sum += value
      count++
    },
    value: () => (count ? sum / count : Number.NaN),
  }
}

/** Four digits, as the replay script prints them. */
function rounded(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(4)) : null
}
