import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigError } from './config-error.ts'
import { loadEnvironment } from './environment.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-environment-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

test('a .env file is read, and variables of the process take precedence', () => {
  writeFileSync(join(directory, '.env'), '# ours\nPLEAT_PORT=9000\nPLEAT_HOST="::1"\n')
  vi.stubEnv('PLEAT_PORT', '9001')
  expect(loadEnvironment(directory)).toMatchObject({
    variables: { PLEAT_PORT: '9001', PLEAT_HOST: '::1' },
    settingsFile: join(directory, '.env'),
  })
})

test('a missing .env file is not an error', () => {
  vi.stubEnv('PLEAT_PORT', '9001')
  const { variables, settingsFile } = loadEnvironment(directory)
  expect([variables.PLEAT_PORT, settingsFile]).toEqual(['9001', undefined])
})

test('a .env file that cannot be read is an error', () => {
  mkdirSync(join(directory, '.env'))
  expect(() => loadEnvironment(directory)).toThrow(ConfigError)
})
