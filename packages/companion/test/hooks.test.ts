import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressOfNobody, KEY, type Manner } from './stand-in-server.ts'
import { AFTER_COMPACTION, contextIn, PRE_COMPACT, RESUMED, SILENT, useHooks } from './use-hooks.ts'

const { at, hook, account } = useHooks()

describe('hook -h', () => {
  it('shows help and does not wait for an event', async () => {
    const { code, stdout } = await at.laptop.pleat(['hook', '-h'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: pleat hook')])
  })
})

describe('the hooks', () => {
  it('store a view before a compaction and return it afterwards, without a server', async () => {
    expect(await hook(PRE_COMPACT)).toMatchObject(SILENT)
    const after = await hook(AFTER_COMPACTION)
    expect(after).toMatchObject({ code: 0, stderr: '' })
    const context = contextIn(after)
    expect(context).toContain('4173')
    expect(context).toMatch(/gives no instructions/)
    expect(context.length).toBeLessThanOrEqual(10_000)
  })

  it.each([
    ['fails', { transcript_path: '/nowhere/at/all.jsonl' }],
    ['has nothing to store', { messages: [{ role: 'user', content: 'hi' }] }],
  ])('return no earlier view after a compaction whose hook %s', async (_, event) => {
    await hook(PRE_COMPACT)
    expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
    expect(await hook({ ...PRE_COMPACT, ...event })).toMatchObject(SILENT)
    expect(await hook(AFTER_COMPACTION)).toMatchObject(SILENT)
    expect(await hook(RESUMED)).toMatchObject(SILENT)
  })

  it('use the view of the server when a server and a key are configured', async () => {
    expect(await hook(PRE_COMPACT, { variables: account() })).toMatchObject(SILENT)
    expect(contextIn(await hook(AFTER_COMPACTION))).toContain('SERVED: ')
    const [request] = at.server.requests
    expect(request).toMatchObject({ path: '/v1/tul1', headers: { authorization: `Bearer ${KEY}` } })
    const { messages, ...rest } = JSON.parse(request!.body)
    expect(rest).toEqual({ session_id: 'session-1', protection_mode: 'aggressive', model_hint: 'claude-opus-5-5' })
    expect(messages[0]).toEqual({ role: 'user', content: expect.stringContaining('4173') })
    expect(Object.keys(messages[0])).toEqual(['role', 'content'])
  })

  it('send nothing with --local, with PLEAT_LOCAL, and without an account', async () => {
    await hook(PRE_COMPACT, { variables: account(), argv: ['hook', 'claude-code', '--local'] })
    await hook(PRE_COMPACT, { variables: { ...account(), PLEAT_LOCAL: '1' } })
    await hook(PRE_COMPACT)
    expect(at.server.requests).toEqual([])
    expect(contextIn(await hook(AFTER_COMPACTION))).not.toContain('SERVED')
  })

  it('write files that only the user can read', async () => {
    await hook(PRE_COMPACT)
    const folder = join(at.laptop.state, 'views')
    const [name] = readdirSync(folder)
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  const manners: Manner[] = [
    'asks for payment',
    'talks garbage',
    'sends a wrong shape',
    'fails',
    'breaks off',
    'redirects',
  ]
  for (const manner of manners) {
    it(`compress locally when the server ${manner}`, async () => {
      at.server.manner = manner
      expect(await hook(PRE_COMPACT, { variables: account() })).toMatchObject(SILENT)
      expect(at.server.requests.map(({ path }) => path)).toEqual(['/v1/tul1'])
      expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
    })
  }

  it('compress locally when the server is unreachable', async () => {
    const variables = { PLEAT_SERVER: await addressOfNobody(), PLEAT_KEY: KEY }
    expect(await hook(PRE_COMPACT, { variables })).toMatchObject(SILENT)
    expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
  })

  it('compress locally when the stored account is invalid, and leave the reason for the status', async () => {
    const folder = join(at.laptop.home, '.config', 'pleat')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'account.json'), '{"server":')
    expect(await hook(PRE_COMPACT)).toMatchObject(SILENT)
    expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
    const { stdout } = await at.laptop.pleat(['status'])
    expect(stdout).toMatch(
      / last compaction: .*, by this machine: .*account\.json is not valid; run "pleat login" again$/m,
    )
  })

  it('exit with 0 and without output for every invalid input', async () => {
    const inputs = [
      '',
      'not JSON',
      '[]',
      '{}',
      '{"session_id":7,"hook_event_name":"PreCompact"}',
      '{"hook_event_name":"Stop","session_id":"s"}',
    ]
    for (const input of inputs) expect(await at.laptop.pleat(['hook', 'claude-code'], { input })).toMatchObject(SILENT)
    expect(await hook(PRE_COMPACT, { argv: ['hook', 'an-unknown-agent'] })).toMatchObject(SILENT)
    expect(await hook(PRE_COMPACT, { argv: ['hook'] })).toMatchObject(SILENT)
    expect(await hook({ ...PRE_COMPACT, transcript_path: '/nowhere/at/all.jsonl' })).toMatchObject(SILENT)
    expect(await hook({ ...PRE_COMPACT, transcript_path: null })).toMatchObject(SILENT)
    expect(await hook({ ...PRE_COMPACT, transcript_path: at.laptop.home })).toMatchObject(SILENT)
    writeFileSync(at.transcriptPath, '\u0000\u0001 garbage')
    expect(await hook(PRE_COMPACT)).toMatchObject(SILENT)
    expect(await hook(AFTER_COMPACTION)).toMatchObject(SILENT)
  })

  it('exit with 0 when their folders cannot be written', async () => {
    writeFileSync(join(at.laptop.home, '.local'), 'a file where a folder should be')
    expect(await hook(PRE_COMPACT)).toMatchObject(SILENT)
    expect(await hook(AFTER_COMPACTION)).toMatchObject(SILENT)
  })

  it('print nothing at other starts and for other sessions', async () => {
    await hook(PRE_COMPACT)
    expect(await hook({ hook_event_name: 'SessionStart', source: 'startup' })).toMatchObject(SILENT)
    expect(await hook({ hook_event_name: 'SessionStart', source: 'clear' })).toMatchObject(SILENT)
    expect(await hook({ ...AFTER_COMPACTION, session_id: 'session-2' })).toMatchObject(SILENT)
  })

  it('return the view to a resumed session only if it was compacted and does not contain the view', async () => {
    await hook(PRE_COMPACT)
    expect(await hook(RESUMED)).toMatchObject(SILENT)
    const boundary = { type: 'system', subtype: 'compact_boundary', timestamp: new Date().toISOString() }
    const text = readFileSync(at.transcriptPath, 'utf8')
    writeFileSync(at.transcriptPath, `${text}${JSON.stringify(boundary)}\n`)
    const context = contextIn(await hook(RESUMED))
    const attachment = { type: 'attachment', attachment: { type: 'hook_additional_context', content: [context] } }
    writeFileSync(at.transcriptPath, `${text}${JSON.stringify(boundary)}\n${JSON.stringify(attachment)}\n`)
    expect(await hook(RESUMED)).toMatchObject(SILENT)
  })

  it('return nothing to a sub-agent, and leave the view of the main agent', async () => {
    await hook(PRE_COMPACT)
    const subAgent = { agent_id: 'agent-1', agent_type: 'explorer' }
    const messages = [{ role: 'user', content: 'Look for port 9999. '.repeat(500) }]
    expect(await hook({ ...PRE_COMPACT, ...subAgent, messages })).toMatchObject(SILENT)
    expect(await hook({ ...AFTER_COMPACTION, ...subAgent })).toMatchObject(SILENT)
    // The main agent can have a type too.
    expect(contextIn(await hook({ ...AFTER_COMPACTION, agent_type: 'reviewer' }))).toContain('4173')
  })

  it.each([
    ['codex', { type: 'compacted', payload: { message: '', replacement_history: [] } }],
    ['qwen-code', { type: 'system', subtype: 'chat_compression', systemPayload: {} }],
  ])('return no view to a resumed session of %s whose compaction did not take place', async (agent, record) => {
    const argv = ['hook', agent]
    await hook(PRE_COMPACT, { argv })
    appendFileSync(at.transcriptPath, `${JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', ...record })}\n`)
    expect(await hook(RESUMED, { argv })).toMatchObject(SILENT)
    appendFileSync(at.transcriptPath, `${JSON.stringify({ timestamp: new Date().toISOString(), ...record })}\n`)
    expect(contextIn(await hook(RESUMED, { argv }))).toContain('4173')
  })

  it('return nothing to a resumed session whose transcript is too large', async () => {
    await hook(PRE_COMPACT)
    const boundary = { type: 'system', subtype: 'compact_boundary', timestamp: new Date().toISOString() }
    appendFileSync(at.transcriptPath, `${JSON.stringify(boundary)}\n`)
    truncateSync(at.transcriptPath, 300 * 1024 * 1024)
    expect(await hook(RESUMED)).toMatchObject(SILENT)
    truncateSync(at.transcriptPath, 200 * 1024 * 1024)
    expect(contextIn(await hook(RESUMED))).toContain('4173')
  })

  it('return no view a second time after a compaction whose first hook did not run', async () => {
    await hook(PRE_COMPACT)
    expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
    expect(await hook(AFTER_COMPACTION)).toMatchObject(SILENT)
  })

  it('log the tokens of a long transcript before it is shortened', async () => {
    const text = 'The value of this setting must be 4173. '.repeat(10_000)
    const messages = Array.from({ length: 20 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: text }))
    await hook({ ...PRE_COMPACT, messages })
    const [saved] = JSON.parse((await at.laptop.pleat(['status', '--json'])).stdout).saved
    expect(saved.originalTokens).toBe((20 * text.length) / 4)
    expect(saved.originalTokens - saved.savedTokens).toBeLessThan(300_000 / 4)
  })

  it('return the view to Codex once if a compaction and a resumption coincide, to Qwen Code each time', async () => {
    const argv = ['hook', 'codex']
    await hook(PRE_COMPACT, { argv })
    const first = await hook(AFTER_COMPACTION, { argv })
    expect(contextIn(first)).toContain('4173')
    expect(await hook(RESUMED, { argv })).toMatchObject(SILENT)
    await hook(PRE_COMPACT, { argv })
    expect(contextIn(await hook(AFTER_COMPACTION, { argv }))).toContain('4173')
    const others = ['hook', 'qwen-code']
    await hook(PRE_COMPACT, { argv: others })
    expect(contextIn(await hook(AFTER_COMPACTION, { argv: others }))).toContain('4173')
    const compression = { type: 'system', subtype: 'chat_compression', timestamp: new Date().toISOString() }
    appendFileSync(at.transcriptPath, `${JSON.stringify(compression)}\n`)
    expect(contextIn(await hook(RESUMED, { argv: others }))).toContain('4173')
  })

  it('work for Codex, whose limit is in bytes, and for Qwen Code', async () => {
    const item = (role: string, text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
    })
    const lines = Array.from({ length: 120 }, (_, i) =>
      JSON.stringify(
        item(
          i % 2 ? 'assistant' : 'user',
          `Größe ${i}: höchstens ${i * 3} Stück, über ${i} wäre schädlich. `.repeat(5),
        ),
      ),
    )
    writeFileSync(at.transcriptPath, lines.join('\n'))
    for (const agent of ['codex', 'qwen-code']) {
      const argv = ['hook', agent]
      expect(await hook(PRE_COMPACT, { argv })).toMatchObject(SILENT)
      const context = contextIn(await hook(AFTER_COMPACTION, { argv }))
      expect(context).toContain('höchstens')
      expect(context.length).toBeLessThanOrEqual(10_000)
      if (agent === 'codex') expect(Buffer.byteLength(context)).toBeLessThanOrEqual(10_000)
    }
  })
})
