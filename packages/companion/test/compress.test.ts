import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { longConversation } from './claude-transcript.ts'
import { type Laptop, makeLaptop } from './laptop.ts'
import { KEY, type StandInServer, startStandInServer } from './stand-in-server.ts'

let server: StandInServer
let laptop: Laptop
let file: string

beforeAll(async () => {
  server = await startStandInServer()
})
afterAll(() => server.close())
beforeEach(() => {
  laptop = makeLaptop()
  server.manner = 'serves'
  server.requests.length = 0
  file = join(laptop.home, 'talk.jsonl')
  writeFileSync(file, longConversation(20).text())
})
afterEach(() => laptop.remove())

const compress = (argv: string[], variables: Record<string, string> = {}) =>
  laptop.pleat(['compress', ...argv], { variables })
const account = () => ({ PLEAT_SERVER: server.url, PLEAT_KEY: KEY })

describe('compressing a transcript', () => {
  it('prints the view and the newest messages, and on one line the savings and the maker', async () => {
    const { code, stdout, stderr } = await compress([file])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\[T1 \(user\)\]\n.*4173/)
    expect(stdout).toMatch(/Done\. I changed .* so that it waits 95 seconds before the second attempt\.\n$/)
    expect(stderr).toMatch(/^Saved about [\d,]+ tokens \(\d+ %\), \d+ of \d+ messages compressed, by this machine\.\n$/)
  })

  it('asks the server when a server and a key are configured', async () => {
    const { stdout, stderr } = await compress([file, '--mode', 'off'], account())
    expect(stdout).toContain('SERVED: ')
    expect(stderr).toMatch(
      /^Saved 225 tokens \(\d+ %\), \d+ of \d+ messages compressed, by the server, fee 0\.25 cents\.\n$/,
    )
    expect(JSON.parse(server.requests[0]!.body).protection_mode).toBe('off')
  })

  it('reports a wrong time limit before it reads the file', async () => {
    const { code, stderr } = await compress(['no-such-file', '--timeout', '0'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--timeout must be a number of seconds from 1 to 600')])
  })

  it('never sends with --local', async () => {
    expect(await compress([file, '--local'], account())).toMatchObject({ code: 0 })
    expect(server.requests).toEqual([])
  })

  it('prints why it compressed locally although a server is configured', async () => {
    server.manner = 'asks for payment'
    expect((await compress([file], account())).stderr).toContain(
      'by this machine; the server asks for a plan or a budget (402)',
    )
    expect((await compress([file], { ...account(), PLEAT_SERVER: 'ftp://example.org' })).stderr).toContain(
      'by this machine; PLEAT_SERVER and PLEAT_KEY: the server address must start with http:// or https://',
    )
    server.manner = 'hangs'
    expect((await compress([file, '--timeout', '1'], account())).stderr).toContain(
      'the server did not answer within 1 s',
    )
  })

  it('prints the fields of a response of POST /v1/tul1 with --json', async () => {
    const { stdout } = await compress([file, '--json', '--mode', 'conservative'])
    const view = JSON.parse(stdout)
    expect(view).toMatchObject({ applied: true, by: 'local', fee_cents: 0, version: 'tul1-1.0.0' })
    expect(view.raw_tail).toHaveLength(8)
    expect(view.n_compressed_turns + 8).toBe(view.n_total)
    expect(view.saving_tokens).toBeGreaterThan(0)
  })

  it('reads standard input and does not change a short conversation', async () => {
    const input = JSON.stringify([{ role: 'user', content: 'hi' }])
    const { stdout, stderr } = await laptop.pleat(['compress'], { input })
    expect({ stdout, stderr }).toEqual({
      stdout: '[T1 (user)]\nhi\n',
      stderr: 'Nothing to save in 1 message (by this machine).\n',
    })
  })

  it.runIf(existsSync('/dev/full'))('fails if the view cannot be written', async () => {
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await laptop.pleat(['compress', file], { stdout: full })
    closeSync(full)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\nerror: the output could not be written \(ENOSPC\)\n$/)])
  })

  it('refuses input without a transcript, missing files and unknown modes', async () => {
    const { code, stdout, stderr } = await laptop.pleat(['compress', '--json'], { input: 'my private words' })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toContain('the input contains no transcript')
    expect(stdout + stderr).not.toContain('private')
    expect(await compress(['/nowhere.jsonl'])).toMatchObject({
      code: 1,
      stderr: 'error: /nowhere.jsonl: no such file\n',
    })
    expect(await compress([file, '--mode', 'wild'])).toMatchObject({ code: 2 })
  })
})
