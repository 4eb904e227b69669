import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrame } from './body-frame.ts'
import { memberOf, scanJson } from './json-spans.ts'
import { createLastRead, type LastRead } from './last-read.ts'

type Known = Parameters<typeof readFrame>[2]

function frameOf(body: string, known: Known = createLastRead()) {
  const top = scanJson(body, 0, 2)
  const messages = top?.kind === 'object' ? memberOf(top, 'messages') : undefined
  if (messages?.kind !== 'array') throw new Error('no messages')
  return readFrame(body, messages, known)
}

describe('readFrame', () => {
  it('reads the members before and after the messages', () => {
    const frame = frameOf('{"model":"m","messages":[{"role":"user"}],"prompt_cache_key":"p","n":1.0}')
    expect(frame).toEqual({
      model: 'm',
      sessionHints: ['p'],
      cacheRequests: [],
      members: { model: 'm', messages: [], prompt_cache_key: 'p', n: 1 },
    })
  })

  it('parses the same frame once, for any messages', () => {
    const known: LastRead<NonNullable<ReturnType<typeof frameOf>>> = createLastRead()
    const first = frameOf('{"model":"m","messages":[1]}', known)
    expect(frameOf('{"model":"m","messages":[2,3]}', known)).toBe(first)
    expect(frameOf('{"model":"o","messages":[1]}', known)).not.toBe(first)
  })

  it('is undefined if the frame is not JSON, each time', () => {
    const known: Known = createLastRead()
    for (let time = 0; time < 2; time++) expect(frameOf('{"messages":[],"x":tru}', known)).toBeUndefined()
  })

  it('reads the same with and without cached frames', () => {
    const member = fc.tuple(fc.constantFrom('model', 'session_id', 'tools', 'x'), fc.jsonValue())
    const object = fc.tuple(fc.array(member, { maxLength: 3 }), fc.array(fc.jsonValue(), { maxLength: 2 }))
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 12 }), (bodies) => {
        const known: Known = createLastRead()
        for (const [members, messages] of bodies) {
          const body = JSON.stringify({ ...Object.fromEntries(members), messages })
          expect(frameOf(body, known)).toEqual(frameOf(body))
        }
      }),
    )
  })
})
