import { talk } from '../transcripts.ts'
import { ask, type KillClient } from './kill-client.ts'

interface Call {
  readonly key: string
  readonly body: string
  answer: string | undefined
}

/** Transcripts that are charged, each with its own idempotency key, and their responses from the clients' side. */
export class TranscriptCalls {
  readonly #apiKey: string
  readonly #calls: Call[] = []
  /** Calls in progress at a client. */
  readonly #taken = new Set<Call>()
  readonly #sent = new Set<Call>()
  /** Number of repeated calls. */
  repeats = 0
  /** Responses to one key that differ from its previous response. */
  changedAnswers = 0

  constructor(apiKey: string) {
    this.#apiKey = apiKey
  }

  get count(): number {
    return this.#calls.length
  }

  get answered(): number {
    return this.#calls.filter(({ answer }) => answer !== undefined).length
  }

  /** The sum of the fees in the responses, in micro-cents. */
  get fees(): number {
    return this.#calls.reduce((sum, { answer }) => sum + feeOf(answer), 0)
  }

  /** Repeats unanswered calls before new ones. */
  client(): KillClient {
    return {
      step: async (url) => {
        const lost = this.#calls.find((call) => call.answer === undefined && !this.#taken.has(call))
        const call = lost ?? this.#newCall()
        this.#taken.add(call)
        try {
          await this.#ask(url, call)
          return 'nothing decided'
        } finally {
          this.#taken.delete(call)
        }
      },
    }
  }

  /** Sends all calls again, also answered ones. */
  async repeatAll(url: string): Promise<void> {
    for (const call of this.#calls) await this.#ask(url, call)
  }

  #newCall(): Call {
    const messages = talk(10 + (this.#calls.length % 7))
    const body = JSON.stringify({ messages, model_hint: 'claude-opus-5-5', protection_mode: 'aggressive' })
    const call = { key: `call ${this.#calls.length}`, body, answer: undefined }
    this.#calls.push(call)
    return call
  }

  async #ask(url: string, call: Call): Promise<void> {
    if (this.#sent.has(call)) this.repeats++
    this.#sent.add(call)
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': call.key,
    }
    const answer = await ask(`${url}/v1/tul1`, { method: 'POST', headers, body: call.body })
    if (call.answer !== undefined && call.answer !== answer) this.changedAnswers++
    call.answer = answer
  }
}

function feeOf(answer: string | undefined): number {
  return Math.round((JSON.parse(answer ?? '{}') as { fee_cents: number }).fee_cents * 1_000_000)
}
