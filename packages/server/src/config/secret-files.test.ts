import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { withSecretFiles } from './secret-files.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-secret-files-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text)
  return join(directory, name)
}

test('a secret is read from the file that NAME_FILE names, without the end of its line', () => {
  const variables = withSecretFiles({ PLEAT_SECRET_FILE: file('secret', 'sixteen characters\n'), PLEAT_PORT: '1' })
  expect(variables).toMatchObject({ PLEAT_SECRET: 'sixteen characters', PLEAT_PORT: '1' })
  expect(readConfig(variables).warnings).toEqual([])
})

test('only secrets have files: another name that ends alike is warned of', () => {
  const variables = withSecretFiles({ PLEAT_PORT_FILE: file('port', '1') })
  expect(variables.PLEAT_PORT).toBeUndefined()
  expect(readConfig(variables).warnings).toEqual([expect.stringContaining('PLEAT_PORT_FILE is not a setting')])
})

test('a file that is missing or empty, or a secret that is set twice, is refused by name, without the secret', () => {
  const missing = join(directory, 'missing')
  expect(() => withSecretFiles({ PLEAT_SECRET_FILE: missing })).toThrow(/^PLEAT_SECRET_FILE must be the path of a file/)
  expect(() => withSecretFiles({ PLEAT_SECRET_FILE: file('empty', '\n') })).toThrow(/^PLEAT_SECRET_FILE: .* is empty$/)
  const twice = { PLEAT_SECRET: 'one secret in clear', PLEAT_SECRET_FILE: file('secret', 'another secret here') }
  expect(() => withSecretFiles(twice)).toThrow(ConfigError)
  expect(() => withSecretFiles(twice)).toThrow(/^PLEAT_SECRET_FILE and PLEAT_SECRET are both set; set one of them$/)
})
