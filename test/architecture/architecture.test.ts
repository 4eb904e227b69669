import { describe, expect, it } from 'vitest'
import { findCycles, type Module, readModules } from './imports.ts'
import { wordListsIn } from './word-lists.ts'

const modules = readModules()
const inPackage = (name: string): Module[] => modules.filter(({ path }) => path.startsWith(`packages/${name}/`))
const offenders = (list: readonly Module[], isWrong: (module: Module) => boolean): string[] =>
  list.filter(isWrong).map(({ path }) => path)

describe('architecture', () => {
  it('finds the source files', () => {
    expect(inPackage('core').length).toBeGreaterThan(30)
    expect(inPackage('server').length).toBeGreaterThan(30)
    expect(modules.some(({ imports }) => imports.length > 0)).toBe(true)
  })

  it('has no import cycles, type imports included', () => {
    expect(findCycles(modules)).toEqual([])
  })

  it('keeps the core pure: no node modules, no other package of the repository, no clock, no randomness', () => {
    expect(
      offenders(inPackage('core'), ({ packages }) => packages.some((name) => /^node:|^@pleat\/|^pleat/.test(name))),
    ).toEqual([])
    expect(
      offenders(inPackage('core'), ({ text }) =>
        /\b(?:process\.env|Date\.now|Math\.random|performance\.now)/.test(withoutComments(text)),
      ),
    ).toEqual([])
  })

  it('lets each room of the core import only from the rooms below it', () => {
    const roomOf = (path: string): string => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
    const below: Record<string, readonly string[]> = {
      lexicon: [],
      words: ['lexicon'],
      tokens: [],
      tags: ['words', 'lexicon'],
      text: ['words', 'lexicon', 'tags'],
      wire: [],
      fold: ['words', 'lexicon', 'tags', 'text'],
      tul1: ['words', 'lexicon', 'tags', 'text', 'tokens'],
    }
    const reachesUp = ({ path, imports }: Module): boolean => {
      const room = roomOf(path)
      const others = imports.map(roomOf).filter((other) => other && other !== room)
      return room !== '' && others.some((other) => !below[room]?.includes(other))
    }
    expect(offenders(inPackage('core'), reachesUp)).toEqual([])
  })

  it('lets server and companion import the core and never each other', () => {
    const allowed = (module: Module): boolean =>
      module.packages.every((name) => !/^@pleat\/|^pleat(?:-\w+)?$/.test(name) || name.startsWith('@pleat/core'))
    expect(offenders([...inPackage('server'), ...inPackage('companion')], (module) => !allowed(module))).toEqual([])
    expect(offenders(modules, ({ path, imports }) => imports.some((to) => packageOf(to) !== packageOf(path)))).toEqual(
      [],
    )
  })

  it('lets only composition roots, and commands that run beside a server, import adapters', () => {
    const roots = ['deps.ts', 'primary-deps.ts', 'commands/command-context.ts'].map(
      (path) => `packages/server/src/${path}`,
    )
    const reaches = ({ path, imports }: Module): boolean =>
      !path.includes('/adapters/') &&
      !roots.includes(path) &&
      imports.some((to) => to.includes('/server/src/adapters/'))
    expect(offenders(inPackage('server'), reaches)).toEqual([])
  })

  it('lets the rooms that a request passes through import in one direction', () => {
    const roomOf = (path: string): string => /^packages\/server\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
    const onTheWay = ({ path }: Module): boolean => REQUEST_ROOMS.includes(roomOf(path))
    const reachesUp = ({ path, mentions }: Module): boolean => {
      const rank = REQUEST_ROOMS.indexOf(roomOf(path))
      return mentions.map(roomOf).some((room) => REQUEST_ROOMS.indexOf(room) > rank)
    }
    const rooms = new Set(
      inPackage('server')
        .filter(onTheWay)
        .map(({ path }) => roomOf(path)),
    )
    expect([...rooms].sort()).toEqual([...REQUEST_ROOMS].sort())
    expect(offenders(inPackage('server').filter(onTheWay), reachesUp)).toEqual([])
  })

  it('reads environment variables in one file of the server', () => {
    const readers = offenders(inPackage('server'), ({ text }) => /process\.env\b/.test(withoutComments(text)))
    expect(readers).toEqual(['packages/server/src/config/environment.ts'])
  })

  it('names providers only in the rooms for wires, routes, providers, settings, commands and tokens', () => {
    const rooms = /\/(?:wire|routes|provider-apis|config|commands|tokens)\//
    const named = ({ path, text }: Module): boolean =>
      !rooms.test(path) && /['"`](?:openai|anthropic)['"`]/.test(withoutComments(text)) && !ALLOWED_NAMES.has(path)
    expect(
      offenders(
        modules.filter(({ path }) => !path.startsWith('packages/companion/')),
        named,
      ),
    ).toEqual([])
  })

  it('keeps lists of natural-language words in the lexicon', () => {
    expect(wordListsIn("const YES = /^(?:yes|yeah|sure)$/; const ALSO = '是的|好的|行的'")).toHaveLength(2)
    expect(wordListsIn("const COLOURS = new Set('red green blue'.split(' '))")).toHaveLength(1)
    expect(wordListsIn("type Role = 'user' | 'assistant' | 'tool' // yes|yeah|sure")).toEqual([])
    const holds = ({ path, text }: Module): boolean => !path.includes('/lexicon/') && wordListsIn(text).length > 0
    expect([...new Set(offenders(inPackage('core'), holds).map(exceptionOf))].sort()).toEqual([...WITH_WORDS].sort())
  })

  it('keeps files small', () => {
    expect(offenders(modules, ({ lines }) => lines > 300)).toEqual([])
  })
})

/** The rooms of the server that a request passes through, each importing only from itself and from those before it. */
const REQUEST_ROOMS: readonly string[] = [
  'config',
  'money',
  'cloud',
  'compression',
  'gate',
  'provider-apis',
  'proxy',
  'observability',
  'routes',
]

/** Files elsewhere that may name a provider: the error formats. */
const ALLOWED_NAMES = new Set(['packages/server/src/errors.ts'])

/**
 * Modules of the core whose lists are not natural language: keywords of programming languages, levels and first words of logs,
 * names of formats, keys, domains, files and models; our own marks; endings of the English stemmer. A folder ends with a slash.
 */
const WITH_WORDS: readonly string[] = [
  'fold/digest/ledger-lines.ts',
  'fold/tool-data/owner.ts',
  'fold/digest/typed/',
  'fold/pin/persistent-instructions.ts',
  'fold/record/quoted.ts',
  'fold/sight/',
  'tags/extract-errors.ts',
  'tags/extract-identifiers.ts',
  'tags/extract-money.ts',
  'tags/extract-paths.ts',
  'tags/extract-urls.ts',
  'model-names.ts',
  'tokens/model-tokens.ts',
  'tul1/passage-kind.ts',
  'words/words.ts',
]

/** The entry of `WITH_WORDS` that allows a path, or the path itself if there is none. */
function exceptionOf(path: string): string {
  const inCore = path.replace('packages/core/src/', '')
  return WITH_WORDS.find((allowed) => inCore.startsWith(allowed)) ?? inCore
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
