import type { WireMessage } from '../quality/recordings.ts'
import type { Session } from './engine.ts'
import { linesOfRequest, type SentLine } from './sent-lines.ts'
import type { Probe, Talk } from './talk.ts'
import { encodeTalk } from './wire.ts'

/** One request of a talk, and the sent messages. */
export interface PlayedRequest {
  readonly turn: number
  /** User messages so far, including this request's own. */
  readonly users: number
  readonly original: readonly WireMessage[]
  readonly sent: readonly WireMessage[]
  readonly lines: readonly SentLine[]
}

export interface PlayedProbe extends PlayedRequest {
  readonly probe: Probe
}

export interface PlayedTalk {
  readonly talk: Talk
  readonly requests: readonly PlayedRequest[]
  readonly probes: readonly PlayedProbe[]
  /** A request at the end whose newest message asks for nothing. */
  readonly ordinary: PlayedRequest
}

/** The newest message of an ordinary request. */
const ACKNOWLEDGEMENT = 'ok'

/** Plays a talk request by request, and asks each probe at its position, before the user continues. */
export function playTalk(talk: Talk, shorten: Session): PlayedTalk {
  const requests: PlayedRequest[] = []
  const probes: PlayedProbe[] = []
  const users = talk.messages.filter((message) => 'user' in message).length
  let answered = 0
  const request = (messages: Talk['messages']) => playRequest(encodeTalk(talk, messages), answered, shorten)
  const ask = (history: Talk['messages'], due: number) => {
    for (const probe of talk.probes) {
      if ((probe.after ?? users) !== due) continue
      probes.push({ ...request([...history, { user: probe.ask }]), users: due + 1, probe })
    }
  }
  for (const [index, message] of talk.messages.entries()) {
    if ('assistant' in message) continue
    const history = talk.messages.slice(0, index)
    if ('user' in message) {
      ask(history, answered)
      answered++
    }
    requests.push(request(talk.messages.slice(0, index + 1)))
  }
  const ordinary = request([...talk.messages, { user: ACKNOWLEDGEMENT }])
  ask(talk.messages, users)
  return { talk, requests, probes, ordinary: { ...ordinary, users: users + 1 } }
}

function playRequest(original: readonly WireMessage[], users: number, shorten: Session): PlayedRequest {
  const sent = shorten(original)
  const turn = 1 + original.filter(({ role }) => role === 'assistant').length
  return { turn, users, original, sent, lines: linesOfRequest(sent, original) }
}
