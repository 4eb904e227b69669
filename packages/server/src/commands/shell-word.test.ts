import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test.skipIf(process.platform === 'win32')('a shell reads the quoted word as it was', () => {
  for (const word of ['ACME', 'a b', "it's", '$HOME', '`id`', '"', '\\', 'é', 'a;b']) {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word)
  }
  expect(shellWord('acme.example/a-b')).toBe('acme.example/a-b')
})
