import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longConversation } from '../packages/companion/test/claude-transcript.ts'
import { type Laptop, makeLaptop } from '../packages/companion/test/laptop.ts'
import { issueKey } from '../packages/server/src/gate/issue-key.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let provider: StandIn
let pleat: Pleat
let laptop: Laptop
let transcript: string

beforeAll(async () => {
  provider = await startStandIn()
  pleat = await startPleat({ providerUrl: provider.url })
  laptop = makeLaptop()
  transcript = join(laptop.home, 'talk.jsonl')
  writeFileSync(transcript, longConversation(30).text())
})
afterAll(async () => {
  laptop.remove()
  await pleat.close()
  await provider.close()
})

async function variablesOf(account: string, wishes: { plan?: 'free' | 'pro'; budgetMicroCents?: number }) {
  const { key } = await issueKey(pleat.server.deps.store.keys, { account, ...wishes })
  return { PLEAT_SERVER: pleat.url, PLEAT_KEY: key }
}

describe('the companion with the server', () => {
  it('logs in to an account with a plan, whose transcripts the server compresses', async () => {
    const variables = await variablesOf('paying', { plan: 'pro' })
    const login = await laptop.pleat(['login', '--server', pleat.url], { input: variables.PLEAT_KEY })
    expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('plan Pro') })
    const { stdout, stderr } = await laptop.pleat(['compress', transcript, '--json'])
    expect(stderr).toMatch(
      /^Saved [\d,]+ tokens \(\d+ %\), \d+ of \d+ messages compressed, by the server, fee [\d.e-]+ cents\.\n$/,
    )
    expect(JSON.parse(stdout)).toMatchObject({
      applied: true,
      by: 'server',
      service_md: expect.stringContaining('4173'),
    })
    const status = await laptop.pleat(['status'])
    expect(status.stdout).toMatch(
      /^Account {7}paying\nPlan {10}Pro\nBudget {8}0 cents, not needed\nOwed {10}0\.\d+ cents$/m,
    )
    expect(status.stdout).toMatch(/^ {2}total {8}[1-9][\d,]* of [\d,]+ tokens \(\d+ %\) in 1 request$/m)
    await laptop.pleat(['logout'])
  })

  it('compresses locally when the budget is used up, and prints the reason', async () => {
    const variables = await variablesOf('spent', { plan: 'free', budgetMicroCents: 0 })
    const { code, stderr } = await laptop.pleat(['compress', transcript], { variables })
    expect(code).toBe(0)
    expect(stderr).toContain('by this machine; the server asks for a plan or a budget (402)')
    const status = await laptop.pleat(['status'], { variables })
    expect(status.stdout).toMatch(/^Budget {8}0 cents$/m)
  })

  it('shows a budget to the last decimal', async () => {
    const variables = await variablesOf('exact', { plan: 'free', budgetMicroCents: 1_234_567_891 })
    const { stdout } = await laptop.pleat(['status'], { variables })
    expect(stdout).toMatch(/^Plan {10}Free\nBudget {8}1,234\.567891 cents$/m)
  })

  it('refuses to log in with an unknown key', async () => {
    const login = await laptop.pleat(['login', '--server', pleat.url], { input: 'pleat_nobody-has-this-key' })
    expect(login).toMatchObject({ code: 1, stderr: expect.stringContaining('does not know this key') })
  })

  it('sends the requests of a tool through the proxy', async () => {
    const variables = await variablesOf('running', { plan: 'pro' })
    const file = join(laptop.home, 'claude.mjs')
    const body = { model: 'claude-opus-4-8', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] }
    writeFileSync(
      file,
      `const { ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN } = process.env
       const headers = { authorization: 'Bearer ' + ANTHROPIC_AUTH_TOKEN, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
       const answer = await fetch(ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body: '${JSON.stringify(body)}' })
       console.log(answer.status, (await answer.json()).content[0].text)`,
    )
    const { stdout, stderr } = await laptop.pleat(['run', '--', 'node', file], { variables })
    expect(stdout).toBe('200 OK.\n')
    expect(stderr).toMatch(
      /^pleat: saved 0 of \d+ input tokens \(0 %\) in 1 request\npleat: input cost \$[\d.]+ USD with Pleat, about \$[\d.]+ direct with the provider's cache: \$0\.00 \(0 %\) saved\n$/,
    )
  })
})
