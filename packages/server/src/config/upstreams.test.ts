import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { readSecrets } from './secrets.ts'
import { readUpstreamKeys, readUpstreams } from './upstreams.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-upstreams-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const LOCAL = { name: 'local', api: 'openai', url: 'http://127.0.0.1:8000/v1' }
const inline = (...entries: unknown[]) => JSON.stringify(entries)
const problemsOf = (value: string) => readUpstreams(value).problems

describe('PLEAT_UPSTREAMS', () => {
  test('lists entries in order, before the defaults', () => {
    const value = inline(LOCAL, { ...LOCAL, name: 'other', url: 'https://other.example/api' })
    const { upstreams } = readConfig({ PLEAT_UPSTREAMS: value })
    expect(upstreams.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['local', false],
      ['other', false],
      ['openai', true],
      ['anthropic', true],
    ])
    expect(upstreams[1]!.base).toEqual({ origin: 'https://other.example', path: '/api' })
  })

  test('may be the path of a file', () => {
    const path = join(directory, 'upstreams.json')
    writeFileSync(path, inline(LOCAL))
    expect(readUpstreams(path)).toEqual(readUpstreams(inline(LOCAL)))
  })

  test.each([
    [
      'nowhere.json',
      'PLEAT_UPSTREAMS must be JSON that starts with [, or the path of a file of it; the file nowhere.json cannot be read (ENOENT)',
    ],
    ['{"name": "x"}', 'PLEAT_UPSTREAMS must be a list of entries, such as'],
    ['[{"name": "x",}]', 'PLEAT_UPSTREAMS is not valid JSON (line 1 column 15)'],
    ['[5]', 'PLEAT_UPSTREAMS, entry 1: must be an object'],
    [inline({ ...LOCAL, name: undefined }), 'entry 1: name is missing; it must be a name of letters, digits'],
    [inline(LOCAL, { ...LOCAL, api: 'gemini' }), 'entry 2 ("local"): api must be one of openai, anthropic'],
    [inline({ ...LOCAL, url: 'host/v1' }), 'entry 1 ("local"): url must be an address that starts with http:// or'],
    [inline({ ...LOCAL, modles: [] }), 'entry 1 ("local"): modles is not known; did you mean models?'],
    [inline({ ...LOCAL, zzzzzzzzzz: [] }), 'zzzzzzzzzz is not known; fields are name, api, url, models'],
    [inline({ ...LOCAL, models: 'gpt-4' }), 'models must be a list of model names, in which * matches any characters'],
    [inline({ ...LOCAL, models: [] }), 'models must be a list of model names'],
    [inline({ ...LOCAL, accounts: ['a', 5] }), 'accounts 2 must be a list of account names'],
    [inline({ ...LOCAL, header: 'Content-Length' }), 'header must be the name of a header that is not about the'],
    [inline({ ...LOCAL, headers: { 'x y': 'z' } }), 'headers has a name that is not allowed'],
    [inline({ ...LOCAL, headers: { 'X-Y': 'a\nb' } }), 'headers X-Y must be printable ASCII text, or null'],
    [inline({ ...LOCAL, query: { version: 2 } }), 'query version must be text in quotes'],
    [inline({ ...LOCAL, path: '/models/{model}' }), 'path must be a path with {path} in it'],
    [inline({ ...LOCAL, path: '/../{path}' }), 'path must be a path with {path} in it'],
    [inline({ ...LOCAL, path_for: ['/v1/embeddings'] }), 'path_for needs a path'],
    [inline({ ...LOCAL, path: '/x{path}', path_for: ['embeddings'] }), 'path_for 1 must be a path prefix, such as'],
    [inline({ ...LOCAL, prices: 'free' }), 'prices must be one of openai, anthropic, none'],
    [inline({ ...LOCAL, key: '' }), 'key must be a key, env:NAME or file:PATH'],
    [inline(LOCAL, LOCAL), 'entry 2 ("local"): name is already used by an earlier entry'],
    [inline({ ...LOCAL, name: 'openai' }), 'name must not be openai, which is the name of the default upstream'],
  ])('%s is refused with the remedy', (value, problem) => {
    expect(problemsOf(value).join('\n')).toContain(problem)
    expect(() => readConfig({ PLEAT_UPSTREAMS: value })).toThrow(ConfigError)
  })

  test('warns of an entry that no request can reach', () => {
    const behind = { ...LOCAL, name: 'behind', models: ['a'] }
    const warningsOf = (...entries: object[]) => readConfig({ PLEAT_UPSTREAMS: inline(...entries) }).warnings
    expect(warningsOf(LOCAL, behind)).toEqual([
      'PLEAT_UPSTREAMS: behind is never used, because local before it takes every request',
    ])
    expect(warningsOf({ ...LOCAL, accounts: ['lab'] }, behind)).toEqual([])
    expect(warningsOf({ ...LOCAL, api: 'anthropic' }, behind)).toEqual([])
  })

  test('names every problem of every entry', () => {
    const value = inline({ ...LOCAL, url: 5, prices: 5 }, LOCAL, { ...LOCAL, name: 'third', api: 5 })
    expect(problemsOf(value)).toHaveLength(3)
  })

  test('does not change the URL of an entry with a path template', () => {
    const of = (entry: object) => readUpstreams(inline({ ...LOCAL, url: 'http://host', ...entry })).found[0]!.base.path
    expect([of({}), of({ path: '{path}' })]).toEqual(['/v1', ''])
  })

  test('sets the cache prices of an upstream, by default those of its API', () => {
    const of = (entry: object) => readUpstreams(inline({ ...LOCAL, ...entry })).found[0]!.prices
    expect([of({}), of({ api: 'anthropic' }), of({ prices: 'none' })]).toEqual(['openai', 'anthropic', 'none'])
  })
})

describe('the key of an entry', () => {
  const SECRET = 'sk-very-secret-0123456789'
  const keysOf = (key: unknown, variables = {}) => readUpstreamKeys(inline({ ...LOCAL, key }), variables)

  test('may be a literal, in a variable, or in a file', () => {
    const path = join(directory, 'key.txt')
    writeFileSync(path, `${SECRET}\n`)
    for (const key of [SECRET, 'env:LOCAL_KEY', `file:${path}`]) {
      expect(keysOf(key, { LOCAL_KEY: SECRET }).found, key).toEqual([['local', SECRET]])
    }
  })

  test('is among the provider keys and not in the configuration', () => {
    const variables = { PLEAT_UPSTREAMS: inline({ ...LOCAL, key: SECRET }), OPENAI_API_KEY: 'sk-1' }
    expect(readSecrets(variables, directory).providerKeys).toEqual({ local: SECRET, openai: 'sk-1' })
    const config = readConfig(variables)
    expect(config.upstreams[0]!.hasKey).toBe(true)
    expect(JSON.stringify(config)).not.toContain(SECRET)
  })

  test.each([
    ['env:LOCAL_KEY', 'key needs the variable LOCAL_KEY, which is not set'],
    ['file:/nowhere', 'key needs the file behind file:, which cannot be read (ENOENT)'],
    ['two words', 'key must be printable ASCII characters without spaces'],
  ])('%j keeps the server from starting if it names no valid key', (key, problem) => {
    const variables = { PLEAT_UPSTREAMS: inline({ ...LOCAL, key }) }
    expect(() => readSecrets(variables, directory)).toThrow(`PLEAT_UPSTREAMS, entry 1 ("local"): ${problem}`)
  })

  test('is never in an error message', () => {
    const junk = fc.oneof(fc.constant(SECRET), fc.constant([SECRET]), fc.constant({ [SECRET]: SECRET }), fc.jsonValue())
    const entry = fc.record(
      {
        name: fc.constant('local'),
        url: junk,
        models: junk,
        headers: junk,
        query: junk,
        path: junk,
        key: junk,
        [`x ${SECRET}`]: junk,
        api: junk,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(entry, fc.nat(400), (given, cut) => {
        const json = inline(given)
        for (const value of [json, json.slice(0, cut), `'${json}'`]) {
          const problems = [...readUpstreams(value).problems, ...readUpstreamKeys(value, {}).problems]
          expect(problems.join('\n')).not.toContain(SECRET)
        }
      }),
      { numRuns: 300 },
    )
  })
})
