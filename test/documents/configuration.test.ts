import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TELEMETRY_SETTINGS } from '../../packages/server/src/config/telemetry-settings.ts'
import { SECRET_SETTINGS, SETTINGS } from '../../packages/server/src/config/variables.ts'
import { ROOT, tableRows } from './markdown.ts'

const PAGE = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
const [SERVER_PART = '', COMPANION_PART = ''] = PAGE.split(/^## The companion$/m)

interface Setting {
  safeParse(value: unknown): { readonly data?: unknown }
}

const settings: Readonly<Record<string, Setting>> = { ...SETTINGS, ...SECRET_SETTINGS, ...TELEMETRY_SETTINGS }
const documented = tableRows(SERVER_PART, 'variable')

/** The names in the first cell of a row: each code span is one. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

/** Variables that the sources of the companion read. */
function companionVariables(): string[] {
  const directory = join(ROOT, 'packages/companion/src')
  const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(path))
    .map((path) => readFileSync(join(directory, path), 'utf8'))
  const names = sources.flatMap((text) => [...text.matchAll(/\b(?:variables|existing)\.([A-Z][A-Z0-9_]+)/g)])
  return [...new Set(names.map(([, name]) => name!))].sort()
}

describe('docs/configuration.md', () => {
  it('lists exactly the variables that the server reads', () => {
    expect(documented.flatMap(([name]) => namesIn(name!)).sort()).toEqual(Object.keys(settings).sort())
  })

  it('describes each variable', () => {
    expect(documented.filter(([, , meaning]) => !meaning).map(([name]) => name)).toEqual([])
  })

  it('gives the default that applies if a variable is absent', () => {
    const wrong = documented.flatMap(([names, value]) =>
      namesIn(names!).filter((name) => {
        const written = /^`([^`]*)`$/.exec(value!)?.[1]
        const { data: absent } = settings[name]!.safeParse(undefined)
        if (written === undefined)
          return absent !== undefined && absent !== '' && !(Array.isArray(absent) && absent.length === 0)
        return JSON.stringify(settings[name]!.safeParse(written).data) !== JSON.stringify(absent)
      }),
    )
    expect(wrong).toEqual([])
  })

  it('lists exactly the variables that the companion reads', () => {
    const names = tableRows(COMPANION_PART, 'variable').flatMap(([name]) => namesIn(name!))
    expect(names.sort()).toEqual(companionVariables())
  })
})
