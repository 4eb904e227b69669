import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import { defaultUpstream, readUpstreams } from '../config/upstreams.ts'
import { chooseUpstream, dependOnModel, reachableUpstreams } from './choose-upstream.ts'

const DEFAULTS = [defaultUpstream('openai', 'http://o'), defaultUpstream('anthropic', 'http://a')]
const LIST: readonly UpstreamRoute[] = [
  ...readUpstreams(
    JSON.stringify([
      { name: 'claude', api: 'anthropic', url: 'http://h', models: ['claude-*'] },
      { name: 'fast', api: 'openai', url: 'http://h', models: ['gpt-4o-mini', '*/*'], accounts: ['team-*'] },
      { name: 'broad', api: 'openai', url: 'http://h', models: ['gpt-*'] },
      { name: 'lab', api: 'openai', url: 'http://h', accounts: ['lab'] },
    ]),
  ).found,
  ...DEFAULTS,
]

const OPENAI = 'openai'
const chosen = (account: string | undefined, model?: string, api: 'openai' | 'anthropic' = OPENAI) =>
  chooseUpstream(LIST, { api, caller: account === undefined ? undefined : { accountName: account }, model }).name

describe('the upstream of a request', () => {
  test.each([
    ['team-a', 'gpt-4o-mini', 'fast'],
    ['team-a', 'mistral/large', 'fast'],
    ['other', 'gpt-4o-mini', 'broad'],
    ['other', 'mistral/large', 'openai'],
    ['lab', 'gpt-4o', 'broad'],
    ['lab', 'o5', 'lab'],
    ['lab', undefined, 'lab'],
    ['team-a', undefined, 'openai'],
    [undefined, 'gpt-4o', 'broad'],
    [undefined, undefined, 'openai'],
  ])('of account %s and model %s is %s', (account, model, name) => {
    expect(chosen(account, model)).toBe(name)
  })

  test('serves the API of the request', () => {
    expect([chosen('a', 'claude-x', 'anthropic'), chosen('a', 'claude-x')]).toEqual(['claude', 'openai'])
  })

  test('is one that the account may use; the last one accepts any model', () => {
    const names = (accountName: string) =>
      reachableUpstreams(LIST, { api: OPENAI, caller: { accountName } }).map(({ name }) => name)
    expect(names('lab')).toEqual(['broad', 'lab'])
    expect(names('team-b')).toEqual(['fast', 'broad', 'openai'])
    const account = fc.constantFrom('lab', 'team-a', 'x')
    const model = fc.option(fc.constantFrom('gpt-4o-mini', 'gpt-5', 'a/b', 'o5'), { nil: undefined })
    fc.assert(
      fc.property(account, model, (accountName, asked) => {
        expect(names(accountName)).toContain(chosen(accountName, asked))
      }),
    )
  })

  test('depends on the model if there are several, or if the path contains the model', () => {
    const template = readUpstreams(
      JSON.stringify([{ name: 'azure', api: 'openai', url: 'http://h', path: '/deployments/{model}{path}' }]),
    ).found
    expect([dependOnModel(LIST), dependOnModel(DEFAULTS.slice(1)), dependOnModel(template)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
