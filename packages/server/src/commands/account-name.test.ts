import { expect, test } from 'vitest'
import { readAccountName } from './account-name.ts'
import { UsageError } from './usage-error.ts'

test.each([
  ['', '--account must be a name of 1 to 100 printable characters'],
  ['x'.repeat(101), '--account must be a name of 1 to 100 printable characters'],
  ['a\u0000b', '--account must be a name of 1 to 100 printable characters'],
  ['a\u202eb', '--account must be a name of 1 to 100 printable characters'],
  ['.', '--account must not be . or ..'],
  ['..', '--account must not be . or ..'],
])('the name %j is refused, and the message says why', (name, message) => {
  expect(() => readAccountName(name, '--account')).toThrow(new UsageError(message))
})

test('other names are accepted, without the spaces around them', () => {
  for (const name of ['ACME', '...', 'x'.repeat(100), 'é', '__proto__']) {
    expect(readAccountName(` ${name} `, '--account')).toBe(name)
  }
})
