import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A command that installs the npm package `pleat` of another project. Our own command is also called `pleat`. */
const INSTALLS_PLEAT =
  /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|exec|dlx|create)|npx|bunx)\b[^\n`|;&#]*?\s(?:--package[= ])?pleat(?:@[\w.^~-]+)?(?=[\s`"'),;|&]|$)/m

const isText = (path: string): boolean =>
  /\.(?:md|ts|js|mjs|json|ya?ml|html|sh|service)$|(?:^|\/)(?:run|Dockerfile)$/.test(path)

const SKIPPED = new Set(['node_modules', '.git', 'dist'])

function textFiles(directory = '.'): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : textFiles(path)
    return entry.isFile() && isText(path) && !path.endsWith('package-names.test.ts') ? [path] : []
  })
}

describe('npm package names', () => {
  it('belong to this project', () => {
    const nameOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')).name as string
    expect(['packages/server', 'packages/companion'].map(nameOf)).toEqual(['pleat-server', 'pleat-cli'])
  })

  it.each([
    ['npm install --global pleat', true],
    ['npm i -g pleat   # the companion', true],
    ['npx pleat status', true],
    ['npx --yes pleat@latest', true],
    ['npm install --global pleat-cli', false],
    ['npx pleat-server start', false],
    ['pleat install claude-code', false],
    ['npm run pleat -- status', false],
    ['npm ci && npm start', false],
  ])('are distinguished from the package of another project: %s', (line, isWrong) => {
    expect(INSTALLS_PLEAT.test(line)).toBe(isWrong)
  })

  it('are the only packages that documents, help texts and messages tell users to install', () => {
    const files = textFiles()
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((path) => INSTALLS_PLEAT.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })
})
