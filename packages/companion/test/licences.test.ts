import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { licencesOf } from '../../../build/licences.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pleat-licences-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

// Except on Windows, a backslash is a character of a name: the folder of a package then has one long name.
it.each(['/', '\\'])('the licences of bundled packages are found in paths with %s', (separator) => {
  const app = join(root, 'app')
  const modules = ['@scope/one', 'two'].map((name) => {
    const folder = [app, 'node_modules', ...name.split('/')].join(separator)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }))
    writeFileSync(join(folder, 'LICENSE'), `The licence of ${name}.`)
    return [folder, 'lib', 'index.js'].join(separator)
  })
  const own = [app, 'src', 'main.ts'].join(separator)
  const licences = licencesOf([...modules, own]).split(/\n-+\n/)
  expect(licences).toEqual([
    '@scope/one 1.0.0 (MIT)\n\nThe licence of @scope/one.\n',
    'two 1.0.0 (MIT)\n\nThe licence of two.\n',
  ])
})
