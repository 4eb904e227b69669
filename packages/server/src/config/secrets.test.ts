import fs, { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readSecrets } from './secrets.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-secrets-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('provider keys are read from their variables', () => {
  const given = { OPENAI_API_KEY: ' sk-1 ', ANTHROPIC_API_KEY: '', PLEAT_SECRET: '0123456789abcdef' }
  expect(readSecrets(given, directory)).toEqual({
    providerKeys: { openai: 'sk-1' },
    sealingSecret: '0123456789abcdef',
    previousSecrets: [],
  })
  expect(existsSync(join(directory, 'secret'))).toBe(false)
})

test('a secret is generated once, with mode 0600, if none is set', () => {
  const dataDir = join(directory, 'new', 'data')
  const { sealingSecret } = readSecrets({}, dataDir)
  expect(sealingSecret).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(readSecrets({}, dataDir).sealingSecret).toBe(sealingSecret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('a secret is generated on a file system without hard links', () => {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  try {
    const { sealingSecret } = readSecrets({}, directory)
    expect(sealingSecret).toMatch(/^[\w-]{43}$/)
    expect(link).toHaveBeenCalledOnce()
    expect(readSecrets({}, directory).sealingSecret).toBe(sealingSecret)
    expect(readdirSync(directory)).toEqual(['secret'])
  } finally {
    link.mockRestore()
    syncBuiltinESMExports()
  }
})

test('no secret is generated for a command that opens sealed data, and a stored one is read', () => {
  const read = () => readSecrets({}, directory, { generates: false })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^PLEAT_SECRET is not set, and \S+secret does not exist; set PLEAT_SECRET as for the server$/)
  expect(readdirSync(directory)).toEqual([])
  expect(readSecrets({}, directory).sealingSecret).toBe(read().sealingSecret)
})

test('two installations generate different secrets', () => {
  const first = readSecrets({}, join(directory, 'a'))
  const second = readSecrets({}, join(directory, 'b'))
  expect(first.sealingSecret).not.toBe(second.sealingSecret)
})

test('the error of a data directory that cannot be created names it and its variable', () => {
  writeFileSync(join(directory, 'file'), '')
  const read = () => readSecrets({}, join(directory, 'file', 'data'))
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^PLEAT_DATA_DIR: \S*file.data cannot be used as the data directory: /)
})

test('a stored secret that is too short is an error and is not replaced', () => {
  writeFileSync(join(directory, 'secret'), 'short\n')
  expect(() => readSecrets({}, directory)).toThrow(
    /^PLEAT_DATA_DIR: \S+ cannot be used as the data directory: the file "secret" in it is shorter than 16 characters$/,
  )
})

test('the error of an invalid secret does not contain the secret', () => {
  const read = () => readSecrets({ PLEAT_SECRET: 'hunter2' }, directory)
  expect(read).toThrow('PLEAT_SECRET must have at least 16 characters')
  expect(read).not.toThrow(/hunter2/)
})

test.each([
  [{}, undefined],
  [{ NO_PROXY: 'localhost' }, undefined],
  [{ HTTP_PROXY: 'http://me:pw@up:1' }, { http: 'http://me:pw@up:1', https: undefined, none: undefined }],
  [
    { http_proxy: 'low:1', HTTP_PROXY: 'http://up:1' },
    { http: 'http://low:1', https: undefined, none: undefined },
  ],
  [
    { https_proxy: 'https://low:1', HTTPS_PROXY: 'http://up:1', NO_PROXY: 'a, b' },
    { http: undefined, https: 'https://low:1', none: 'a, b' },
  ],
  [
    { HTTPS_PROXY: 'http://up:1', no_proxy: '*', NO_PROXY: 'a' },
    { http: undefined, https: 'http://up:1', none: '*' },
  ],
])('%j sets the proxies, and lower-case names take precedence', (variables, expected) => {
  expect(readSecrets({ PLEAT_SECRET: '0123456789abcdef', ...variables }, directory).proxy).toEqual(expected)
})

test('previous secrets are PLEAT_SECRET_PREVIOUS, and the generated one once PLEAT_SECRET is set', () => {
  const stored = readSecrets({}, directory).sealingSecret
  const given = { PLEAT_SECRET: 'the current secret', PLEAT_SECRET_PREVIOUS: 'the previous secret' }
  expect(readSecrets(given, directory)).toMatchObject({
    sealingSecret: 'the current secret',
    previousSecrets: ['the previous secret', stored],
  })
  expect(readSecrets({ PLEAT_SECRET: stored }, directory).previousSecrets).toEqual([])
  expect(readSecrets({ PLEAT_SECRET_PREVIOUS: stored }, directory).previousSecrets).toEqual([])
})
