import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TURNS = 12
const ADMIN_TOKEN = 'a-token-of-the-operator'

describe.each([
  { setting: 'fold', own: 'observe' },
  { setting: 'observe', own: 'fold' },
] as const)('a server in mode $setting with a key in mode $own', ({ setting, own }) => {
  const dialogue = createDialogue(31)
  let standIn: StandIn
  let pleat: Pleat
  let id = ''
  const turns = {} as {
    ofSetting: readonly PlayedTurn[]
    ofKey: readonly PlayedTurn[]
    afterwards: readonly PlayedTurn[]
  }

  async function admin(method: string, path: string, body: object): Promise<Record<string, string>> {
    const response = await fetch(`${pleat.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }

  beforeAll(async () => {
    standIn = await startStandIn({ answer: answerFrom(dialogue) })
    const variables = { PLEAT_MODE: setting, PLEAT_ADMIN_TOKEN: ADMIN_TOKEN }
    pleat = await startPleat({ providerUrl: standIn.url, variables })
    const playWith = (key: string, session: string) =>
      play({
        wire: 'openai',
        base: () => pleat.url,
        key,
        standIn,
        dialogue,
        turns: TURNS,
        headers: { 'x-session-id': session },
      })
    const issued = await admin('POST', '/keys', { account: 'test', mode: own })
    id = issued.id!
    turns.ofSetting = await playWith(pleat.key, 'one')
    turns.ofKey = await playWith(issued.key!, 'two')
    await admin('PATCH', `/keys/${id}`, { mode: null })
    turns.afterwards = await playWith(issued.key!, 'three')
  })
  afterAll(async () => {
    await pleat.close()
    await standIn.close()
  })

  const isUnchanged = ({ given, sent }: PlayedTurn) => sent.length === 1 && sent[0]!.body.toString('utf8') === given
  const expectObserved = (played: readonly PlayedTurn[]) => {
    expect(played.every(isUnchanged)).toBe(true)
    expect(played.at(-1)!.savings).toMatchObject({ compression: 'observed', saved: 0 })
    expect(Number(played.at(-1)!.response.headers['x-service-observed-saved-tokens'])).toBeGreaterThan(100)
  }
  const expectFolded = (played: readonly PlayedTurn[]) => {
    expect(isUnchanged(played.at(-1)!)).toBe(false)
    expect(played.at(-1)!.savings.saved).toBeGreaterThan(100)
  }

  test('a key follows its own setting, and other keys that of the server', () => {
    const [expectKey, expectOthers] =
      own === 'observe' ? [expectObserved, expectFolded] : [expectFolded, expectObserved]
    expectKey(turns.ofKey)
    expectOthers(turns.ofSetting)
  })

  test('a key whose own mode was removed follows the mode of the server', () => {
    const expectOthers = setting === 'observe' ? expectObserved : expectFolded
    expectOthers(turns.afterwards)
  })
})
