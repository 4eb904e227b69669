import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishFile } from './publish-file.ts'

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-publish-'))
  path = join(directory, 'final')
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(directory, { recursive: true, force: true })
})

function writeDraft(name: string): string {
  const draft = join(directory, name)
  writeFileSync(draft, name)
  return draft
}

/** Makes hard links fail as on exFAT, and renames as `rename` says. */
function refuseLinks(code: string, rename = fs.renameSync): void {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: link`), { code })
  })
  vi.spyOn(fs, 'renameSync').mockImplementation(rename)
  syncBuiltinESMExports()
}

test('a file gets its final name, and replaces no other file', () => {
  expect(publishFile(writeDraft('one'), path)).toBe(true)
  expect(publishFile(writeDraft('two'), path)).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('one')
})

describe('without hard links', () => {
  test.each(['EPERM', 'EISDIR'])('and with the error %s, a file is renamed, and replaces no other file', (code) => {
    refuseLinks(code)
    expect(publishFile(writeDraft('one'), path)).toBe(true)
    expect(publishFile(writeDraft('two'), path)).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('one')
  })

  test('one of two processes wins if both publish at the same time', () => {
    const { renameSync } = fs
    const others: boolean[] = []
    refuseLinks('EPERM', (from, to) => {
      if (others.length === 0) others.push(publishFile(writeDraft('two'), path))
      renameSync(from, to)
    })
    expect(publishFile(writeDraft('one'), path)).toBe(true)
    expect(others).toEqual([false])
    expect(readFileSync(path, 'utf8')).toBe('one')
  })

  test('a failed renaming leaves no file of the final name', () => {
    refuseLinks('EPERM', () => {
      throw new Error('the disk is gone')
    })
    expect(() => publishFile(writeDraft('one'), path)).toThrow('the disk is gone')
    expect(readdirSync(directory)).toEqual(['one'])
  })
})
