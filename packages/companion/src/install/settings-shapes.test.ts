import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'
import { type UserPaths, userPaths } from '../config/user-paths.ts'
import { addHooks } from './add-hooks.ts'
import { backupPath } from './backup.ts'
import { carryOutInstall, carryOutUninstall } from './carry-out.ts'
import { hookOf } from './hook-entries.ts'
import { planInstall, planUninstall } from './plan.ts'
import { containersOf, ownHooks, removeHooks } from './remove-hooks.ts'
import { readSettingsFile } from './settings-file.ts'

let laptop: Laptop
let paths: UserPaths
let path: string

beforeEach(() => {
  laptop = makeLaptop()
  paths = userPaths({ HOME: laptop.home })
  path = join(laptop.home, '.claude', 'settings.json')
  mkdirSync(join(laptop.home, '.claude'))
})
afterEach(() => laptop.remove())

const options = () => ({ agent: 'claude-code' as const, paths, variables: {} })
const install = (words = ['pleat'], isLocal = false) =>
  carryOutInstall(planInstall({ ...options(), words, isLocal }), paths)
const uninstall = () => carryOutUninstall(planUninstall(options()), paths)
const storedBackup = () => JSON.parse(readFileSync(backupPath(paths, 'claude-code'), 'utf8'))
const commands = () => ownHooks(readSettingsFile(path).text).map(({ command }) => command)

const HOOK = hookOf('claude-code', 'pleat', false)
const other = (command: string) => ({ matcher: 'Bash', hooks: [{ type: 'command', command }] })

/** Typical settings. Each must be restored to the byte after an installation and its removal. */
const SHAPES: Readonly<Record<string, string>> = {
  empty: '',
  'only white space': ' \n\n',
  'an empty object': '{}',
  'an empty object with a line break': '{\n}\n',
  'other settings': '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n',
  'hooks of other programs for other events': `${JSON.stringify({ hooks: { PreToolUse: [other('lint')] }, model: 'opus' }, null, 4)}\n`,
  'hooks of other programs for the events of Pleat': JSON.stringify(
    { hooks: { PreCompact: [other('save')], SessionStart: [other('greet'), other('pull')] } },
    null,
    2,
  ),
  'an empty object of hooks': '{"hooks": {}}',
  'empty lists for the events of Pleat': '{\n  "hooks": {\n    "PreCompact": [],\n    "SessionStart": []\n  }\n}\n',
  'comments and commas at the end':
    '// mine\n{\n  // the model\n  "model": "opus", // never change\n  /* hooks */\n  "hooks": {\n    "Stop": [], // later\n  },\n}\n// end\n',
  tabs: '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  'line ends of Windows': '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
  'a byte order mark': '\ufeff{\n  "model": "opus"\n}\n',
  'all on one line': '{"model":"opus","hooks":{"Stop":[]},"z":[1,2.50,1e3]}',
  'numbers and escapes of an odd spelling': '{ "a": 1.0, "b": "\\u00e9\\/", "c": 12345678901234567890 }\n',
}

describe('settings files', () => {
  for (const [name, text] of Object.entries(SHAPES)) {
    it(`are restored to the byte: ${name}`, () => {
      writeFileSync(path, text, { mode: 0o640 })
      install()
      expect(commands()).toHaveLength(2)
      expect(statSync(path).mode & 0o777).toBe(0o640)
      const installed = readFileSync(path)
      install()
      expect(readFileSync(path).equals(installed)).toBe(true)
      uninstall()
      expect(readFileSync(path, 'utf8')).toBe(text)
      expect(statSync(path).mode & 0o777).toBe(0o640)
    })
  }

  it('with a byte order mark are restored by a plan whose text does not contain it', () => {
    writeFileSync(path, SHAPES['a byte order mark']!)
    const before = readSettingsFile(path).text
    install()
    expect(planUninstall(options()).after).toBe(before)
  })

  it('that are missing are created, and removed again', () => {
    install()
    expect(JSON.parse(readFileSync(path, 'utf8')).hooks.PreCompact).toHaveLength(1)
    uninstall()
    expect(existsSync(path)).toBe(false)
  })

  it('that are symbolic links stay links', () => {
    const target = join(laptop.home, 'dotfiles.json')
    writeFileSync(target, '{"model":"opus"}')
    symlinkSync(target, path)
    install()
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(ownHooks(readFileSync(target, 'utf8'))).toHaveLength(2)
    uninstall()
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('{"model":"opus"}')
  })

  it('that are missing in a linked folder are created, and removed again', () => {
    const target = join(laptop.home, 'dotfiles')
    mkdirSync(target)
    rmSync(dirname(path), { recursive: true })
    symlinkSync(target, dirname(path))
    install()
    expect(commands()).toHaveLength(2)
    uninstall()
    expect(lstatSync(dirname(path)).isSymbolicLink()).toBe(true)
    expect(readdirSync(target)).toEqual([])
  })

  it('that are symbolic links to missing files are refused, and stay links', () => {
    const target = join(laptop.home, 'dotfiles', 'settings.json')
    symlinkSync(target, path)
    expect(() => install()).toThrow(/settings\.json is a symbolic link to a missing file; .*; nothing was changed$/)
    expect(() => uninstall()).toThrow(/is a symbolic link to a missing file/)
    expect(readlinkSync(path)).toBe(target)
  })

  it('that are read-only are refused and not changed', () => {
    writeFileSync(path, '{"model":"opus"}')
    chmodSync(path, 0o444)
    expect(() => install()).toThrow(/settings\.json is read-only; make it writable first; nothing was changed$/)
    expect(readFileSync(path, 'utf8')).toBe('{"model":"opus"}')
    expect(statSync(path).mode & 0o777).toBe(0o444)
  })
})

const REFUSED: Readonly<Record<string, readonly [string, RegExp]>> = {
  'invalid JSON': ['{\n  "model": "opus\n}', /is not valid JSON \(line 2: /],
  'text after the end': ['{"a":1} {"b":2}', /is not valid JSON/],
  'a list': ['[]', /is not a JSON object/],
  'hooks that are a list': ['{"hooks":[]}', /"hooks" that is not an object/],
  'an event that is not a list': ['{"hooks":{"PreCompact":{}}}', /"hooks.PreCompact" that is not a list/],
  'hooks twice': ['{"hooks":{},"hooks":{}}', /has "hooks" twice/],
  'an event twice': ['{"hooks":{"SessionStart":[],"SessionStart":[]}}', /has "SessionStart" twice/],
}

describe('invalid settings files', () => {
  for (const [name, [text, message]] of Object.entries(REFUSED)) {
    it(`are refused and not changed: ${name}`, () => {
      writeFileSync(path, text)
      expect(() => install()).toThrow(message)
      expect(() => install()).toThrow(/; nothing was changed$/)
      expect(() => uninstall()).toThrow(message)
      expect(readFileSync(path, 'utf8')).toBe(text)
      expect(existsSync(join(paths.stateDirectory, 'backups'))).toBe(false)
    })
  }

  it('are refused and not changed if they are not UTF-8', () => {
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]))
    expect(() => install()).toThrow(/is not UTF-8/)
    expect(readFileSync(path).equals(Buffer.from([0x7b, 0xff, 0x7d]))).toBe(true)
  })
})

describe('settings that were changed after the installation', () => {
  const mine = { type: 'command', command: 'mine' }

  it('lose only the hooks of Pleat', () => {
    writeFileSync(path, SHAPES['comments and commas at the end']!)
    install()
    const changed = readFileSync(path, 'utf8').replace('"opus"', '"sonnet"')
    writeFileSync(path, changed)
    uninstall()
    expect(readFileSync(path, 'utf8')).toBe(SHAPES['comments and commas at the end']!.replace('"opus"', '"sonnet"'))
  })

  it('keep an empty hooks object of the user', () => {
    writeFileSync(path, '{\n  "hooks": {},\n  "a": 1\n}\n')
    install()
    writeFileSync(path, readFileSync(path, 'utf8').replace('"a": 1', '"a": 2'))
    uninstall()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ hooks: {}, a: 2 })
  })

  it('get new hooks when the command has moved, and can still be restored', () => {
    writeFileSync(path, SHAPES.tabs!)
    install(['/old/node', '/old/main.js'])
    install(['pleat'], true)
    expect(commands()).toEqual(Array(2).fill('pleat hook claude-code --local --installed-by=pleat'))
    uninstall()
    expect(readFileSync(path, 'utf8')).toBe(SHAPES.tabs)
  })

  it('get hooks with the current timeout', () => {
    install()
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"timeout": 10', '"timeout": 60'))
    install()
    expect(ownHooks(readSettingsFile(path).text)).toMatchObject([{ timeout: 10 }, { timeout: 10 }])
  })

  it('keep their byte order mark when the hooks are installed again', () => {
    writeFileSync(path, SHAPES['a byte order mark']!)
    install(['/old/pleat'])
    writeFileSync(path, readFileSync(path, 'utf8').replace('"opus"', '"sonnet"'))
    install()
    uninstall()
    expect(readFileSync(path, 'utf8')).toBe(SHAPES['a byte order mark']!.replace('"opus"', '"sonnet"'))
  })

  it.each([
    ['behind', (own: object[]) => [...own, mine]],
    ['before', (own: object[]) => [mine, ...own]],
    ['around', (own: object[]) => [mine, ...own, mine]],
  ])('keep hooks of the user %s the hooks of Pleat in one entry', (_, withMine) => {
    install()
    const changed = JSON.parse(readFileSync(path, 'utf8'))
    const lists: { hooks: object[] }[][] = Object.values(changed.hooks)
    for (const [entry] of lists) entry!.hooks = withMine(entry!.hooks)
    writeFileSync(path, JSON.stringify(changed, undefined, 2))
    expect(commands()).toHaveLength(2)
    install(['/moved/pleat'])
    expect(commands()).toEqual(Array(2).fill('/moved/pleat hook claude-code --installed-by=pleat'))
    uninstall()
    for (const [entry] of lists) entry!.hooks = withMine([])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(changed)
  })

  it.each([[undefined], [null], [{ hooks: true }], [{ hooks: true, events: 'PreCompact' }]])(
    'lose the hooks of Pleat if `kept` in the backup is %j',
    (kept) => {
      writeFileSync(path, SHAPES.tabs!)
      install()
      writeFileSync(backupPath(paths, 'claude-code'), JSON.stringify({ ...storedBackup(), kept }))
      writeFileSync(path, readFileSync(path, 'utf8').replace('"opus"', '"sonnet"'))
      install(['/moved/pleat'])
      writeFileSync(backupPath(paths, 'claude-code'), JSON.stringify({ ...storedBackup(), kept }))
      writeFileSync(path, readFileSync(path, 'utf8').replace('"1"', '"2"'))
      uninstall()
      expect(readFileSync(path, 'utf8')).toBe(SHAPES.tabs!.replace('"opus"', '"sonnet"').replace('"1"', '"2"'))
    },
  )

  it('lose the hooks of Pleat even without the backup', () => {
    writeFileSync(path, addHooks(SHAPES['hooks of other programs for the events of Pleat']!, HOOK))
    uninstall()
    expect(readFileSync(path, 'utf8')).toBe(SHAPES['hooks of other programs for the events of Pleat'])
  })
})

describe('adding and removing hooks', () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue())
  const entries = fc.array(fc.record({ matcher: fc.string(), hooks: fc.array(fc.record({ command: fc.string() })) }))
  const hooks = fc.dictionary(fc.constantFrom('PreCompact', 'SessionStart', 'Stop', 'x'), entries)
  const settings = fc.tuple(json, fc.option(hooks)).map(([rest, own]) => ({ ...rest, ...(own && { hooks: own }) }))
  const isPlain = (value: object): boolean => own(value) === undefined || typeof own(value) === 'object'
  const own = (value: object): unknown => (value as { hooks?: unknown }).hooks

  it('adds two entries, changes no other value in any style, and is undone exactly', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, 4, '\t'), (value, indentation) => {
        fc.pre(isPlain(value))
        const text = JSON.stringify(value, undefined, indentation)
        const kept = containersOf(text)
        const after = addHooks(text, HOOK)
        expect(ownHooks(after)).toHaveLength(2)
        expect(JSON.parse(removeHooks(after, kept))).toEqual(JSON.parse(text))
        if (Object.keys(value).length && !/[[{]\s*[\]}]/.test(text)) expect(removeHooks(after, kept)).toBe(text)
      }),
    )
  })
})
