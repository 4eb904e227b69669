import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { SECRET_FILE_NAMES, withSecretFiles } from './secret-files.ts'
import { readSecrets } from './secrets.ts'
import { SECRET_SETTINGS } from './variables.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-secret-files-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

function writeSecret(text: string, mode = 0o600): string {
  const path = join(directory, 'secret-file')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

test('every secret can come from a file', () => {
  expect(SECRET_FILE_NAMES).toEqual(Object.keys(SECRET_SETTINGS).map((name) => `${name}_FILE`))
  expect(SECRET_FILE_NAMES).toEqual(
    expect.arrayContaining(['OPENAI_API_KEY_FILE', 'PLEAT_DATABASE_URL_FILE', 'PLEAT_REDIS_URL_FILE']),
  )
})

test('a secret from a file equals one from a variable, without the line break at its end', () => {
  const variables = withSecretFiles({ PLEAT_SECRET: 'x'.repeat(16), OPENAI_API_KEY_FILE: writeSecret('sk-1\n') })
  expect(readSecrets(variables, directory).providerKeys).toEqual({ openai: 'sk-1' })
  expect(readConfig(variables).warnings).toEqual([])
})

test('a blank path counts as absent', () => {
  expect(withSecretFiles({ OPENAI_API_KEY: 'sk-1', OPENAI_API_KEY_FILE: ' ' })).toMatchObject({
    OPENAI_API_KEY: 'sk-1',
  })
})

test.each([
  [
    'that does not exist',
    (path: string) => rmSync(path),
    /^OPENAI_API_KEY_FILE: \S+secret-file cannot be used: ENOENT/,
  ],
  ['that is empty', (path: string) => writeFileSync(path, ' \n'), /cannot be used: it is empty$/],
  ['that is too large', (path: string) => writeFileSync(path, 'x'.repeat(1024 * 1024 + 1)), /it has 1048577 bytes/],
])('a file %s keeps the server from starting', (_, change, message) => {
  const path = writeSecret('sk-secret')
  change(path)
  const read = () => withSecretFiles({ OPENAI_API_KEY_FILE: path })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
})

test('a secret that is set as variable and as file is an error that does not contain it', () => {
  const read = () => withSecretFiles({ OPENAI_API_KEY: 'sk-one', OPENAI_API_KEY_FILE: writeSecret('sk-two') })
  expect(read).toThrow('OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set; keep one of them')
  expect(read).not.toThrow(/sk-/)
})

test('a file that every user can read causes a warning', () => {
  const path = writeSecret('sk-1', 0o644)
  expect(readConfig(withSecretFiles({ OPENAI_API_KEY_FILE: path })).warnings).toEqual([
    `OPENAI_API_KEY_FILE: every user of this machine can read ${path}; restrict it with "chmod o-r"`,
  ])
  chmodSync(path, 0o640)
  expect(readConfig(withSecretFiles({ OPENAI_API_KEY_FILE: path })).warnings).toEqual([])
})

test('a misspelled _FILE variable causes a warning with the closest known name', () => {
  expect(readConfig({ PLEAT_SECRT_FILE: '/x' }).warnings).toEqual([
    'PLEAT_SECRT_FILE is not a setting of this server; did you mean PLEAT_SECRET_FILE?',
  ])
})
