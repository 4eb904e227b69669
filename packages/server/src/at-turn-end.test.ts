import { setImmediate as turnOver } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atTurnEnd, endTurn } from './at-turn-end.ts'

describe('atTurnEnd', () => {
  it('ends nothing before the turn is over, then all in their order', async () => {
    const ended: string[] = []
    atTurnEnd(() => ended.push('first'))
    await Promise.resolve()
    atTurnEnd(() => ended.push('second'))
    expect(ended).toEqual([])
    await turnOver()
    expect(ended).toEqual(['first', 'second'])
  })

  it('ends at once, and once, what waits when the turn is held up', async () => {
    const ended: string[] = []
    atTurnEnd(() => ended.push('before'))
    endTurn()
    expect(ended).toEqual(['before'])
    atTurnEnd(() => ended.push('after'))
    await turnOver()
    expect(ended).toEqual(['before', 'after'])
  })

  it('keeps for the next turn what comes up while it ends the others', async () => {
    const ended: string[] = []
    atTurnEnd(() => {
      ended.push('first')
      atTurnEnd(() => ended.push('next'))
    })
    await turnOver()
    expect(ended).toEqual(['first'])
    await turnOver()
    expect(ended).toEqual(['first', 'next'])
  })
})
