import { topTags } from '@pleat/core'
import { describe, expect, test } from 'vitest'
import { add, cloudOf, emptyCloud, stateOf } from './counted-cloud.fixture.ts'

/** Words of the messages: each message has its number and one of them. */
const THINGS = 'lantern harbour glacier volcano orchard turbine ledger compiler violin pharmacy satellite'.split(' ')
const said = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${index + from} ${THINGS[(index + from) % THINGS.length]}`)

/** Messages and newest turn of a session's cloud after each of these requests. */
function countedAfter(requests: readonly { texts: readonly string[]; system?: string }[]): [number, number][] {
  const counted = emptyCloud()
  return requests.map(({ texts, system }) => {
    add(counted, stateOf(texts, system === undefined ? {} : { system }))
    return [counted.cloud.messages, counted.cloud.turn]
  })
}

describe('a tag cloud', () => {
  test('counts each message once as a conversation grows, in its own turn', () => {
    expect(countedAfter([{ texts: said(3) }, { texts: said(5) }, { texts: said(5) }])).toEqual([
      [3, 2],
      [5, 3],
      [5, 3],
    ])
  })

  test('counts only the messages of a fork that are not shared, in their own turns', () => {
    const fork = [...said(3), 'another answer', 'another question']
    const requests = [{ texts: said(11) }, { texts: fork }, { texts: said(13) }]
    expect(countedAfter(requests)).toEqual([
      [11, 6],
      [13, 6],
      [15, 7],
    ])
  })

  test('counts each message once when the client cuts off the oldest, and continues the turns', () => {
    const windows = Array.from({ length: 4 }, (_, index) => ({ texts: said(5, 2 * index) }))
    expect(countedAfter(windows)).toEqual([
      [5, 3],
      [7, 4],
      [9, 5],
      [11, 6],
    ])
  })

  test('counts each message once when the client rewrites one in the middle', () => {
    const rewritten = said(9).map((text, index) => (index === 3 ? 'cleared' : text))
    expect(countedAfter([{ texts: said(9) }, { texts: rewritten }])[1]).toEqual([10, 5])
  })

  test('never counts system text', () => {
    const requests = [3, 5].map((count) => ({ texts: said(count), system: `It is ${count} o'clock.` }))
    expect(countedAfter(requests)).toEqual([
      [3, 2],
      [5, 3],
    ])
  })

  test('is the same from a continued fold state and from a new one', () => {
    const first = stateOf(said(9))
    const [grown, anew] = [stateOf(said(21), { state: first }), stateOf(said(21))]
    const [one, other] = [add(emptyCloud(), grown), add(emptyCloud(), anew)]
    expect(one.cloud).toEqual(other.cloud)
  })
})

test('a cloud shows words that two messages use, and hashes of the rest', () => {
  const { cloud } = cloudOf(['the lantern and the glacier', 'a lantern', 'volcano volcano'])
  const shown = topTags(cloud, 9).map(({ word, count, messages }) => [word, count, messages])
  expect(shown.filter(([word]) => word !== undefined)).toEqual([['lantern', 2, 2]])
  expect(shown).toContainEqual([undefined, 2, 1])
})
