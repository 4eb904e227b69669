import type { Pleat } from '../../test/harness/start-pleat.ts'
import { send } from '../../test/harness/wire.ts'
import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import type { StandIn } from '../../test/stand-in/start-stand-in.ts'
import type { ChatMessage } from './chat-messages.ts'
import type { Item, WireClient } from './wires.ts'

/** Measurements of the requests over one wire. */
export class WireFigures {
  requests = 0
  failed = 0
  bodyDiffers = 0
  refused = 0
  folded = 0
  /** Answers for which the provider dropped reasoning. */
  lost = 0
  #saved = { early: 0, earlyCount: 0, late: 0, lateCount: 0 }

  add(turn: number, percent: number): void {
    if (turn < 5) {
      this.#saved.early += percent
      this.#saved.earlyCount++
    } else if (turn >= 10) {
      this.#saved.late += percent
      this.#saved.lateCount++
    }
  }

  /** Mean of the percentages before turn 5, and from turn 10 on. */
  saved(): { readonly early: number; readonly late: number } {
    const { early, earlyCount, late, lateCount } = this.#saved
    return { early: early / Math.max(1, earlyCount), late: late / Math.max(1, lateCount) }
  }
}

export interface Rooms {
  readonly pleat: Pleat
  readonly standIn: StandIn
  /** Sets the next answer of the stand-in provider. */
  say(answer: Answer): void
}

/** Plays a recorded conversation request by request, as a client that sends its whole history each time. */
export async function playRecording(
  rooms: Rooms,
  client: WireClient,
  { messages, id }: { readonly messages: readonly ChatMessage[]; readonly id: string },
  figures: WireFigures,
): Promise<void> {
  const history: Item[] = []
  let turn = 1
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') {
      history.push(client.given(message))
      continue
    }
    const before = messages[index - 1]
    const isAsked = before !== undefined && before.role !== 'assistant' && before.role !== 'system'
    const answer = isAsked ? await ask(rooms, client, { history, message, turn, id }, figures) : undefined
    history.push(
      ...(answer === undefined && client.field === 'input' ? spoken(message) : client.kept(message, answer ?? {})),
    )
    turn++
  }
}

/** An answer that no response gave: a greeting, a second message in a row, or the answer to a failed request. */
function spoken({ text, calls }: ChatMessage): readonly Item[] {
  const called = calls.map(({ id, name, input }) => ({ type: 'function_call', call_id: id, name, arguments: input }))
  return [...(text ? [{ role: 'assistant', content: text }] : []), ...called]
}

async function ask(
  { pleat, standIn, say }: Rooms,
  client: WireClient,
  request: {
    readonly history: readonly Item[]
    readonly message: ChatMessage
    readonly turn: number
    readonly id: string
  },
  figures: WireFigures,
): Promise<Item | undefined> {
  say(client.scripted(request.message))
  const already = standIn.requests.length
  const { status, headers, body } = await send(`${pleat.url}${client.path}`, {
    headers: {
      authorization: `Bearer ${pleat.key}`,
      'content-type': 'application/json',
      'x-session-id': `${client.name}-${request.id}`,
    },
    body: JSON.stringify({ ...client.fields, [client.field]: request.history }),
  })
  figures.requests++
  const sent = standIn.requests.slice(already)
  figures.refused += sent.filter(({ refusal }) => refusal !== undefined).length
  if (!sent.at(-1)?.answer.body.equals(body)) figures.bodyDiffers++
  if (headers['x-service-compression'] === 'folded' || headers['x-service-compression'] === 'recalled') figures.folded++
  if (status !== 200) {
    figures.failed++
    return undefined
  }
  const text = body.toString('utf8')
  if (text.includes('"prefix_mismatch"')) figures.lost++
  figures.add(request.turn, Number(headers['x-service-savings-percent']))
  return JSON.parse(text) as Item
}
