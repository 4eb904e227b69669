import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from './run-here.fixture.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-accounts-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const run = (argv: readonly string[], variables = {}, input = '') => runHere(argv, { directory, variables, input })

test('printed commands quote the name of the account', async () => {
  const name = "Anna's team"
  const quoted = String.raw`'Anna'\''s team'`
  const created = await run(['accounts', 'create', name])
  expect(created.stdout).toContain(`pleat-server keys create --account ${quoted}\n`)
  expect((await run(['accounts', 'create', name])).stderr).toContain(`pleat-server accounts show ${quoted}\n`)
  const set = ['accounts', 'set-credential', name, '--provider', 'openai']
  expect(await run(set, { PLEAT_SECRET: 'the secret of last year' }, 'sk-own')).toMatchObject({ code: 0 })
  const forgotten = await run(['secrets', 'forget', '--yes'], { PLEAT_SECRET: 'the secret of this year' })
  expect(forgotten.stdout).toContain(`pleat-server accounts set-credential ${quoted} --provider openai\n`)
})

test.each(['usage --account ACNE', 'sessions list --account ACNE', 'accounts show ACNE'])(
  '%s fails, and names the account that may be meant',
  async (line) => {
    await run(['accounts', 'create', 'ACME'])
    const { code, stderr } = await run(line.split(' '))
    expect([code, stderr]).toEqual([1, 'error: no account is named "ACNE"; did you mean "ACME"?\n'])
  },
)
