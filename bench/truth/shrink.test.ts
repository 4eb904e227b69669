import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Said } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import { shrink } from './shrink.ts'

const said = (content: string): Said => ({ role: 'user', content, statements: [] })
const talks = fc.array(fc.constantFrom('a', 'b', 'c').map(said), { minLength: 1, maxLength: 9 })
const faultsOf = (talk: readonly Said[]) =>
  talk.filter(({ content }) => content === 'b').map(() => ({ kind: 'old value', detail: 'b was said' }))

it('prints the smallest talk with a fault of the kind, and the fault', () => {
  expect(shrink(talks, { kind: 'old', seed: 7, faultsOf })).toBe('1U b\n\nold value: b was said')
})

it('counts the talks without a fault of the kind', () => {
  expect(shrink(talks, { kind: 'new', seed: 7, faultsOf })).toBe('No fault "new" was found in 1000 talks.')
})

it('says that the time limit ended the search', () => {
  const text = shrink(talks, { kind: 'new', seed: 7, faultsOf, limitMs: 0 })
  expect(text).toMatch(/^No fault "new" was found in \d+ talks\. The time limit ended the search\.$/)
})
