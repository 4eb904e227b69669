import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'
import { type UserPaths, userPaths } from '../config/user-paths.ts'
import { listViews, type StoredView, storeView } from './stored-view.ts'

const DAY_MS = 24 * 3_600_000

let laptop: Laptop
let paths: UserPaths

beforeEach(() => {
  laptop = makeLaptop()
  paths = userPaths({ HOME: laptop.home })
})
afterEach(() => laptop.remove())

/** Stores a view of this age that was delivered just now. */
function storeDelivered(sessionId: string, days: number): void {
  const now = Date.now()
  const rest = { id: 'abc', agent: 'claude-code', cwd: '/', transcriptPath: '', by: 'local', text: 'a view' } as const
  const view: StoredView = { ...rest, sessionId, at: now - days * DAY_MS, deliveredAt: now }
  storeView(paths, view)
}

const sessions = () => listViews(paths).map(({ sessionId }) => sessionId)

describe('a stored view', () => {
  const resumed = JSON.stringify({ session_id: 'other', hook_event_name: 'SessionStart', source: 'resume' })

  it.each([
    ['command', ['status'], ''],
    ['hook', ['hook', 'claude-code'], resumed],
  ])('is removed by the first %s after 30 days, however recently it was delivered', async (_, argv, input) => {
    storeDelivered('old', 31)
    storeDelivered('young', 29)
    expect(sessions()).toEqual(['young', 'old'])
    expect(await laptop.pleat(argv, { input })).toMatchObject({ code: 0 })
    expect(sessions()).toEqual(['young'])
    expect(readdirSync(join(laptop.state, 'views'))).toHaveLength(1)
  })
})
