import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnCommand } from '../src/commands/spawned-command.ts'
import { type AlertReceiver, startAlertReceiver } from './alert-receiver.ts'

let directory = ''
let receiver: AlertReceiver | undefined
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pleat-alerts-'))
})
afterEach(async () => {
  receiver?.close()
  await rm(directory, { recursive: true, force: true })
})

const run = (variables: Record<string, string>) =>
  spawnCommand(['alerts', 'test', '--json'], { directory, variables }).ended

test('a test alert reaches the receiver, signed', async () => {
  receiver = await startAlertReceiver()
  const variables = { PLEAT_ALERT_URL: receiver.url, PLEAT_ALERT_SECRET: 'a secret of a test' }
  expect(await run(variables)).toMatchObject({ code: 0, stdout: '{"sent":true}\n' })
  expect(receiver.types()).toEqual(['pleat.test'])
  expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
})

test('the error of a refused test alert has the status and no secret', async () => {
  receiver = await startAlertReceiver([403])
  const variables = { PLEAT_ALERT_URL: `${receiver.url}?token=of-a-test`, PLEAT_ALERT_SECRET: 'a secret of a test' }
  const { code, stderr, stdout } = await run(variables)
  expect(code).toBe(1)
  expect(stderr).toContain('the alert was not accepted after 1 try: the receiver answered 403')
  expect(stderr + stdout).not.toMatch(/of-a-test|a secret/)
})

test('a test alert that is refused for the moment is sent three times, and the error says so', async () => {
  receiver = await startAlertReceiver([503])
  const variables = { PLEAT_ALERT_URL: receiver.url, PLEAT_ALERT_SECRET: 'a secret of a test' }
  const { code, stderr } = await run(variables)
  expect([code, stderr]).toEqual([1, expect.stringContaining('not accepted after 3 tries: the receiver answered 503')])
  expect(receiver.received).toHaveLength(3)
})

test('an address without a secret is refused', async () => {
  const { code, stderr } = await run({ PLEAT_ALERT_URL: 'http://127.0.0.1:9/' })
  expect([code, stderr]).toEqual([1, expect.stringContaining('PLEAT_ALERT_URL needs PLEAT_ALERT_SECRET')])
  expect((await run({})).stderr).toContain('no address for alerts is set')
})
