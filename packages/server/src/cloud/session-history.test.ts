import { topTags } from '@pleat/core'
import { describe, expect, test } from 'vitest'
import { add, cloudOf, emptyCloud, stateOf } from './counted-cloud.fixture.ts'

/** A thing that each message alone speaks of, twice, so that its tag tells the message. */
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

describe('a message is counted once', () => {
  test('as a conversation grows, in the turn it was said in', () => {
    expect(countedAfter([{ texts: said(3) }, { texts: said(5) }, { texts: said(5) }])).toEqual([
      [3, 2],
      [5, 3],
      [5, 3],
    ])
  })

  test('and of a fork only what it does not share, in its own turns', () => {
    const fork = [...said(3), 'another answer', 'another question']
    const requests = [{ texts: said(11) }, { texts: fork }, { texts: said(13) }]
    expect(countedAfter(requests)).toEqual([
      [11, 6],
      [13, 6],
      [15, 7],
    ])
  })

  test('where the client cuts off the oldest, and the turns go on', () => {
    const windows = Array.from({ length: 4 }, (_, index) => ({ texts: said(5, 2 * index) }))
    expect(countedAfter(windows)).toEqual([
      [5, 3],
      [7, 4],
      [9, 5],
      [11, 6],
    ])
  })

  test('where the client rewrites one in the middle', () => {
    const rewritten = said(9).map((text, index) => (index === 3 ? 'cleared' : text))
    expect(countedAfter([{ texts: said(9) }, { texts: rewritten }])[1]).toEqual([10, 5])
  })

  test('whatever the system text says, which is never counted', () => {
    const requests = [3, 5].map((count) => ({ texts: said(count), system: `It is ${count} o'clock.` }))
    expect(countedAfter(requests)).toEqual([
      [3, 2],
      [5, 3],
    ])
  })

  test('by the fold that goes on with its state as by one that begins anew', () => {
    const first = stateOf(said(9))
    const [grown, anew] = [stateOf(said(21), { state: first }), stateOf(said(21))]
    const [one, other] = [add(emptyCloud(), grown), add(emptyCloud(), anew)]
    expect(one.cloud).toEqual(other.cloud)
  })
})

test('words are shown of what two messages use, and hashes of the rest', () => {
  const { cloud } = cloudOf(['the lantern and the glacier', 'a lantern', 'volcano volcano'])
  const shown = topTags(cloud, 9).map(({ word, count, messages }) => [word, count, messages])
  expect(shown.filter(([word]) => word !== undefined)).toEqual([['lantern', 2, 2]])
  expect(shown).toContainEqual([undefined, 2, 1])
})
