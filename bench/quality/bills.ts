/** By the price of writing to the cache: that of a fresh token, and 1.25. */
export interface ByPrice {
  readonly openAi: number
  readonly anthropic: number
}

/** The price of one request with Pleat and without, and its original tokens. */
export interface RequestCost {
  readonly ours: ByPrice
  readonly none: ByPrice
  readonly tokens: number
}

/** The input bills of a set, relative to sending everything with the provider's cache. */
export interface BillFigures {
  /** The sum of all conversations, and the dearest one. */
  readonly sum: ByPrice
  readonly dearest: ByPrice
  /** Share of the conversations that cost more than direct. */
  readonly above: ByPrice
  /** At every turn at which a conversation could end, less a quarter of one request at full price: the largest. */
  readonly worstStop: ByPrice
}

const PRICES = ['openAi', 'anthropic'] as const
type Price = (typeof PRICES)[number]
/** Share of a request at full price that may be spent in advance. */
const ADVANCE = 0.25

/** Adds up the bills of conversations. */
export class Bills {
  readonly #sum = { ours: { openAi: 0, anthropic: 0 }, none: { openAi: 0, anthropic: 0 } }
  readonly #finals: ByPrice[] = []
  readonly #worst = { openAi: 0, anthropic: 0 }

  /** @param requests those of one conversation, oldest first */
  add(requests: readonly RequestCost[]): void {
    if (!requests.length) return
    const bill = { ours: { openAi: 0, anthropic: 0 }, none: { openAi: 0, anthropic: 0 } }
    for (const { ours, none, tokens } of requests) {
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
    }
  }
}

function byPrice(of: (price: Price) => number): ByPrice {
  return { openAi: of('openAi'), anthropic: of('anthropic') }
}
