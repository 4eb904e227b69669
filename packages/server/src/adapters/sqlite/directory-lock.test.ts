import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDirectory, DirectoryInUse, shareDirectory } from './directory-lock.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-lock-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('several users share a directory, and it can be claimed after the last of them has left', () => {
  const first = shareDirectory(directory)
  const second = shareDirectory(directory)
  expect(() => claimDirectory(directory)).toThrow(DirectoryInUse)
  first.release()
  expect(() => claimDirectory(directory)).toThrow(DirectoryInUse)
  second.release()
  const claim = claimDirectory(directory)
  expect(() => shareDirectory(directory)).toThrow(/a restore is in progress/)
  claim.release()
  shareDirectory(directory).release()
})
