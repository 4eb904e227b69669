import { describe, expect, it } from 'vitest'
import { ContextWindows, type WindowQuestion } from './context-windows.ts'

const SENT = { tokens: 9000, isCounted: true }

function question(changes: Partial<WindowQuestion> = {}): WindowQuestion {
  const upstream = { name: 'local', window: undefined }
  const usual = { model: 'my-model', answerTokens: 100, isLongAsked: false, hasUncounted: false }
  return { accountId: 'a', upstream, format: 'openai-chat', ...usual, ...changes }
}

const create = (own: { words: string[]; tokens: number }[] = []) =>
  new ContextWindows(own, { factorOf: () => undefined })

describe('the context window of a model', () => {
  it('is unknown for a model in no table, and otherwise comes from the family, the operator or the upstream', () => {
    const windows = create([{ words: ['my', 'model'], tokens: 5000 }])
    expect(create().roomFor(question())).toBeUndefined()
    expect(create().roomFor(question({ model: 'gpt-4' }))?.tokens).toBe(8192 - 100)
    expect(windows.roomFor(question())?.tokens).toBe(4900)
    expect(windows.roomFor(question({ upstream: { name: 'local', window: 3000 } }))?.tokens).toBe(2900)
  })

  it('reserves an eighth for the answer when the request states no limit, or an impossible one', () => {
    const room = (answerTokens: number | undefined) =>
      create().roomFor(question({ model: 'gpt-4', answerTokens }))?.tokens
    expect([room(undefined), room(8192), room(4000)]).toEqual([8192 - 1024, 8192 - 1024, 4192])
  })

  it("is learned from an error for this account, upstream and model alone, together with the provider's count", () => {
    const windows = create()
    expect(windows.learn(question(), { windowTokens: 2048, promptTokens: 18_000 }, SENT)).toBe(true)
    expect(windows.roomFor(question())).toEqual({ tokens: 1948, factor: 2 })
    expect(windows.roomFor(question({ model: 'other' }))).toBeUndefined()
    expect(windows.roomFor(question({ accountId: 'b' }))).toBeUndefined()
    expect(windows.roomFor(question({ upstream: { name: 'other', window: undefined } }))).toBeUndefined()
  })

  it('is learned separately for requests with a longer window, and for those with media', () => {
    const windows = create()
    windows.learn(question(), { windowTokens: 2048, promptTokens: 9000 }, SENT)
    expect(windows.roomFor(question({ isLongAsked: true }))).toBeUndefined()
    windows.learn(question({ hasUncounted: true }), { windowTokens: 2048, promptTokens: 36_000 }, SENT)
    expect(windows.roomFor(question({ hasUncounted: true }))?.factor).toBe(4)
    expect(windows.roomFor(question())?.factor).toBe(1)
  })

  it('is assumed to be smaller than a request that was refused without a figure', () => {
    const windows = create()
    windows.learn(question({ answerTokens: undefined }), { windowTokens: undefined, promptTokens: undefined }, SENT)
    expect(windows.roomFor(question())!.tokens).toBeLessThan(9000)
  })

  it('is not assumed to be the usual one after a refusal without a figure if the client requests a longer one', () => {
    const windows = create()
    const long = question({ model: 'gpt-4', isLongAsked: true })
    windows.learn(long, { windowTokens: undefined, promptTokens: undefined }, { tokens: 100_000, isCounted: true })
    expect(windows.roomFor(long)!.tokens).toBeGreaterThan(50_000)
  })

  it.each([[0], [12], [1e9]])('is not learned from an implausible limit of %i tokens', (windowTokens) => {
    const windows = create()
    expect(windows.learn(question(), { windowTokens, promptTokens: undefined }, SENT)).toBe(false)
    expect(windows.roomFor(question())).toBeUndefined()
  })
})
