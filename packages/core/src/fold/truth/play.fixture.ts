import type { WireFormat } from '../../conversation.ts'
import { encodingOf } from '../../tokens/encoding.ts'
import { enhance } from '../../tul1/enhance.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { type Fault, faultsOf } from './check.fixture.ts'
import { readSent } from './sent.fixture.ts'
import type { Said } from './talk.fixture.ts'
import { falseMark, type PlacedMark, readView } from './view.fixture.ts'

export interface PlayedRequest {
  readonly turn: number
  /** True if its newest message asks for a value. Other requests are ordinary ones. */
  readonly isAsked: boolean
  /** True if messages are replaced by a digest, or excerpts of them are recalled. */
  readonly isFolded: boolean
  readonly faults: readonly Fault[]
}

/** Every request of a talk from the first turn that may be folded, with its faults. */
export function playRequests(format: WireFormat, talk: readonly Said[]): readonly PlayedRequest[] {
  const requests: PlayedRequest[] = []
  let state: FoldState | undefined
  for (let turn = DEFAULT_POLICY.firstTurn; 2 * turn <= talk.length; turn++) {
    const said = talk.slice(0, 2 * turn - 1)
    const conversation = conversationOf(
      format,
      said.map(({ role, content }) => ({ role, content })),
    )
    const result = fold({ transcript: transcript(conversation), state, count: countTokens })
    state = result.state
    const { messages } = JSON.parse(splice(conversation, result.edits)) as { messages: readonly WireMessage[] }
    const isAsked = said.at(-1)!.statements.some(({ form }) => form === 'ask')
    const isFolded = result.outcome === 'folded' || result.outcome === 'recalled'
    requests.push({ turn, isAsked, isFolded, faults: faultsOf(readSent(messages, said), said) })
  }
  return requests
}

export interface PlayedView {
  readonly faults: readonly Fault[]
  readonly marks: readonly PlacedMark[]
  /** Marks that the talk does not justify, with the reason. */
  readonly falseMarks: readonly { readonly mark: string; readonly why: string }[]
}

/** The transcript view of a talk, followed by the newest messages. Undefined if nothing is compressed. */
export function playView(talk: readonly Said[]): PlayedView | undefined {
  const { count } = encodingOf('o200k')
  const view = enhance({ messages: talk, mode: 'balanced', count })
  if (!view.applied) return undefined
  const { statements, untrue, marks } = readView(view.serviceMd, talk)
  const tail = talk.flatMap(({ statements: each, content }, message) =>
    message < view.compressedTurns
      ? []
      : each.map((statement) => ({ statement, message, place: 'message' as const, line: content })),
  )
  const falseMarks = marks.flatMap((mark) => {
    const why = falseMark(mark, talk)
    return why === undefined ? [] : [{ mark: mark.mark, why }]
  })
  return { faults: faultsOf({ statements: [...statements, ...tail], untrue }, talk), marks, falseMarks }
}
