import { expect, test } from 'vitest'
import { shellLines } from './shell-lines.ts'

test.each([
  ['sh', "export A='it'\\''s ‘x’'"],
  ['fish', "set -gx A 'it\\'s ‘x’'"],
  ['powershell', "$env:A = 'it''s ‘‘x’’'"],
] as const)('a value with single quotes is quoted for %s', (shell, line) => {
  expect(shellLines({ A: "it's ‘x’" }, shell)).toEqual([line])
})

test('every character that PowerShell reads as a single quote is doubled', () => {
  const quotes = ["'", '\u2018', '\u2019', '\u201a', '\u201b']
  const doubled = quotes.map((quote) => quote + quote).join('')
  expect(shellLines({ A: quotes.join('') }, 'powershell')).toEqual([`$env:A = '${doubled}'`])
})
