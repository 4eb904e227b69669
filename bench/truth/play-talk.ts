import type { Fault } from '../../packages/core/src/fold/truth/check.fixture.ts'
import { playRequests, playView } from '../../packages/core/src/fold/truth/play.fixture.ts'
import type { Said } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import type { Found } from './shrink.ts'

/** A played talk: its requests and those that were folded, its transcript view (0 or 1), and the faults of all of them. */
export interface PlayedTalk {
  readonly requests: number
  readonly folded: number
  readonly views: number
  /**
   * Kinds of faults in requests that ask for a value end with `, at a question`. Kinds `view: all [...]` count every mark
   * of the view, whether it is correct or not.
   */
  readonly faults: readonly Found[]
}

export function playTalk(talk: readonly Said[]): PlayedTalk {
  const requests = playRequests('openai-chat', talk)
  const view = playView(talk)
  const faults = requests.flatMap(({ isAsked, faults }) =>
    faults.map((fault) => ({ kind: `${nameOf(fault)}${isAsked ? ', at a question' : ''}`, detail: fault.detail })),
  )
  const ofView = view?.faults.map(({ kind, detail }) => ({ kind: `view: ${kind}`, detail })) ?? []
  const ofMarks = view?.falseMarks.map(({ mark, why }) => ({ kind: `view: false [${mark}]`, detail: why })) ?? []
  const allMarks = view?.marks.map(({ mark }) => ({ kind: `view: all [${mark}]`, detail: '' })) ?? []
  return {
    requests: requests.length,
    folded: requests.filter(({ isFolded }) => isFolded).length,
    views: view ? 1 : 0,
    faults: [...faults, ...ofView, ...ofMarks, ...allMarks],
  }
}

/** The reason why the counts of some talks say nothing. Undefined if there are folded requests and views. */
export function failureOf({ requests, folded, views }: Omit<PlayedTalk, 'faults'>): string | undefined {
  if (folded === 0) return `None of ${requests} requests was folded.`
  return views === 0 ? 'No talk has a transcript view.' : undefined
}

function nameOf({ kind, place }: Fault): string {
  return place === undefined ? kind : `${kind}, in a ${place}`
}
