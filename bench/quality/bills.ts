/** A value for each price of a cache write: that of a fresh token (OpenAI), and 1.25 times as much (Anthropic). */
export interface ByPrice {
  readonly openAi: number
  readonly anthropic: number
}

/** The prices of one request with and without Pleat, its original tokens and its sent tokens. */
export interface RequestCost {
  readonly ours: ByPrice
  readonly none: ByPrice
  readonly tokens: number
  readonly sentTokens: number
  readonly turn: number
}

/** The input bills of a set, relative to sending everything with the provider's cache. */
export interface BillFigures {
  /** The sum of all conversations, and the dearest one. */
  readonly sum: ByPrice
  readonly dearest: ByPrice
  /** Share of the conversations that cost more than direct. */
  readonly above: ByPrice
  /** Largest bill at any turn at which a conversation could end, less a quarter of one request at full price. */
  readonly worstStop: ByPrice
  /** Share of the tokens saved on average, from turn 10 on. */
  readonly saved: number
}

const PRICES = ['openAi', 'anthropic'] as const
type Price = (typeof PRICES)[number]
/** Share of a request at full price that may be spent in advance. */
const ADVANCE = 0.25
/** Turn from which on savings are averaged. */
const SETTLED_TURN = 10

/** Adds up the bills of conversations. */
export class Bills {
  readonly #sum = { ours: { openAi: 0, anthropic: 0 }, none: { openAi: 0, anthropic: 0 } }
  readonly #finals: ByPrice[] = []
  readonly #saved: number[] = []
  readonly #worst = { openAi: 0, anthropic: 0 }

  /** @param requests of one conversation, oldest first */
  add(requests: readonly RequestCost[]): void {
    if (!requests.length) return
    const bill = { ours: { openAi: 0, anthropic: 0 }, none: { openAi: 0, anthropic: 0 } }
    for (const { ours, none, tokens, sentTokens, turn } of requests) {
      if (turn >= SETTLED_TURN) this.#saved.push(1 - sentTokens / tokens)
      for (const price of PRICES) {
        bill.ours[price] += ours[price]
        bill.none[price] += none[price]
        const stop = (bill.ours[price] - ADVANCE * tokens) / bill.none[price]
        this.#worst[price] = Math.max(this.#worst[price], stop)
      }
    }
    for (const price of PRICES) {
      this.#sum.ours[price] += bill.ours[price]
      this.#sum.none[price] += bill.none[price]
    }
    this.#finals.push(byPrice((price) => bill.ours[price] / bill.none[price]))
  }

  figures(): BillFigures {
    const finals = this.#finals
    return {
      sum: byPrice((price) => this.#sum.ours[price] / this.#sum.none[price]),
      dearest: byPrice((price) => Math.max(...finals.map((final) => final[price]))),
      above: byPrice((price) => finals.filter((final) => final[price] > 1).length / finals.length),
      worstStop: this.#worst,
      saved: this.#saved.reduce((sum, share) => sum + share, 0) / Math.max(1, this.#saved.length),
    }
  }
}

function byPrice(of: (price: Price) => number): ByPrice {
  return { openAi: of('openAi'), anthropic: of('anthropic') }
}
