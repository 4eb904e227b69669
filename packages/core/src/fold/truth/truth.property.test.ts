import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../../conversation.ts'
import type { FaultKind } from './check.fixture.ts'
import { playRequests, playView } from './play.fixture.ts'
import { LANGUAGES } from './statement.fixture.ts'
import { truthTalk } from './talk.fixture.ts'

/** The faults that no request has. `npm run bench:truth` counts the others, which this list should also contain eventually. */
const REQUESTS_HAVE_NO: ReadonlySet<FaultKind> = new Set<FaultKind>(['untrue'])
/** The same for transcript views, with the marks that are always true. */
const VIEWS_HAVE_NO: ReadonlySet<FaultKind> = new Set<FaultKind>(['untrue', 'old last', 'old behind newer'])
const TRUE_MARKS: ReadonlySet<string> = new Set(['reported', 'uncertain'])

const TURNS = { min: 6, max: 20 }
const formats = fc.constantFrom<WireFormat>('openai-chat', 'anthropic-messages')

describe.each(Object.keys(LANGUAGES))('a generated talk in %s', (language) => {
  it('is sent in requests that contain only its own statements', () => {
    fc.assert(
      fc.property(formats, truthTalk(LANGUAGES[language]!, TURNS), (format, talk) => {
        const faults = playRequests(format, talk).flatMap((request) => request.faults)
        expect(faults.filter(({ kind }) => REQUESTS_HAVE_NO.has(kind))).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  it('has a transcript view with only true statements and marks', () => {
    fc.assert(
      fc.property(truthTalk(LANGUAGES[language]!, TURNS), (talk) => {
        const view = playView(talk)
        expect(view?.faults.filter(({ kind }) => VIEWS_HAVE_NO.has(kind)) ?? []).toEqual([])
        expect(view?.falseMarks.filter(({ mark }) => TRUE_MARKS.has(mark)) ?? []).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})
