import { talk } from '../transcripts.ts'
import { ask, type KillClient } from './kill-client.ts'
import { digestOf, ORIGINAL_HEADER, REFUSING_HEADER, type RefusingProvider, TURN_HEADER } from './refusing-provider.ts'

interface Talk {
  readonly name: string
  /** True for every other talk: the provider refuses its rewritten bodies. */
  readonly isRefused: boolean
  /** For each answered turn, the digest of the body that the provider accepted. */
  readonly sent: string[]
  /** True after an answered turn of which the provider had refused a rewritten body. */
  wasRefused: boolean
}

const TURNS = 10
/** Turns in the history of the first request, so that decisions are made soon. */
const TURNS_BEFORE = 4
/** Repetitions of each text. They make prefixes long enough to be cached, so that receipts can show that nothing is cached. */
const REPEATED = 3

/** Conversations whose requests depend on decisions: about the cache according to receipts, and about refused rewrites. */
export class PlayedTalks {
  readonly #apiKey: string
  readonly #provider: RefusingProvider
  readonly #talks: Talk[] = []
  /** Refused rewritten bodies of talks with an earlier refusal. */
  refusedAgain = 0

  constructor(apiKey: string, provider: RefusingProvider) {
    this.#apiKey = apiKey
    this.#provider = provider
  }

  /** Number of answered turns. */
  get turns(): number {
    return this.#talks.reduce((sum, { sent }) => sum + sent.length, 0)
  }

  /** Plays one talk after the other, and repeats an unanswered turn. */
  client(): KillClient {
    let current: Talk | undefined
    return {
      step: async (url) => {
        if (current === undefined || current.sent.length === TURNS) current = this.#newTalk()
        const { wasRefused } = current
        current.sent.push(await this.#send(url, current, current.sent.length + 1))
        return current.wasRefused && !wasRefused ? 'decided' : 'nothing decided'
      },
    }
  }

  /** Plays all talks to their end. */
  async finish(url: string): Promise<void> {
    for (const each of this.#talks) {
      while (each.sent.length < TURNS) each.sent.push(await this.#send(url, each, each.sent.length + 1))
    }
  }

  /** Sends every turn again. Returns the number of turns that were sent with other bytes than the first time. */
  async changed(url: string): Promise<number> {
    let changed = 0
    for (const each of this.#talks) {
      for (const [index, digest] of each.sent.entries()) {
        if ((await this.#send(url, each, index + 1)) !== digest) changed++
      }
    }
    return changed
  }

  #newTalk(): Talk {
    const number = this.#talks.length
    const made = { name: `talk ${number}`, isRefused: number % 2 === 1, sent: [], wasRefused: false }
    this.#talks.push(made)
    return made
  }

  async #send(url: string, played: Talk, turn: number): Promise<string> {
    const { name, isRefused } = played
    const messages = talk(2 * (TURNS_BEFORE + turn) - 1).map(({ role, content }) => ({
      role,
      content: `${name}: ${content.repeat(REPEATED)}`,
    }))
    const body = JSON.stringify({ model: 'gpt-4o', messages })
    const place = `${name} turn ${turn}`
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      'content-type': 'application/json',
      'x-session-id': name,
      [TURN_HEADER]: place,
      [ORIGINAL_HEADER]: digestOf(body),
      ...(isRefused && { [REFUSING_HEADER]: 'yes' }),
    }
    const refusals = this.#provider.refused.get(place) ?? 0
    await ask(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    if ((this.#provider.refused.get(place) ?? 0) > refusals) {
      if (played.wasRefused) this.refusedAgain++
      played.wasRefused = true
    }
    return this.#provider.accepted.get(place)!
  }
}
