import { expect, test } from 'vitest'
import { type Bench, visit } from './tab.ts'

/** Trying a request. */
export function testTryIt(bench: Bench): void {
  test('marks omitted parts, and links lines of the record to the messages that they replace', async () => {
    const { page } = bench.admin
    await visit(page, 'Try it')
    await page.getByLabel('Request or transcript').fill(bench.demo.lastRequest)
    await page.getByRole('button', { name: 'Compress' }).click()
    const original = page.getByRole('region', { name: 'Original' })
    const sentSide = page.getByRole('region', { name: 'Request that would be sent' })
    await sentSide.locator('.digest').first().waitFor()
    // Long lists are drawn in steps.
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    // The left side holds the whole conversation, the right side everything that is sent.
    const { messages } = JSON.parse(bench.demo.lastRequest) as { messages: { content: string }[] }
    const texts = await original.locator('article > p').allTextContents()
    expect(texts).toEqual(messages.map(({ content }) => content))
    const sent = (await sentSide.textContent())!
    for (const kept of await original.locator('.folded .kept').allTextContents()) expect(sent).toContain(kept.trim())
    const omitted = await original.locator('.folded del').allTextContents()
    expect(omitted.length).toBeGreaterThan(3)
    // A short text may also occur elsewhere.
    for (const text of omitted.filter(({ length }) => length > 30)) expect(sent).not.toContain(text.trim())
    await sentSide.getByRole('button', { name: 'Show turn 3 in the original' }).first().click()
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Turn 3')
  })

  test.each(['folded', 'window', 'window-pins'])('shows the outcome %s as that of a fold', async (outcome) => {
    const { page } = bench.admin
    await visit(page, 'Try it')
    await page.route('**/admin/v1/compress?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), compression: outcome } })
    })
    try {
      await page.getByLabel('Request or transcript').fill(bench.demo.lastRequest)
      await page.getByRole('button', { name: 'Compress' }).click()
      const figure = page.getByRole('status').locator('dl > div', { hasText: outcome })
      await expect.poll(() => figure.allTextContents()).toEqual([`Outcome${outcome}`])
    } finally {
      await page.unroute('**/admin/v1/compress?*')
    }
  })

  test('counts each message of the assistant as a turn, and a run of items of the Responses API as one', async () => {
    const { page } = bench.admin
    const said = ['user', 'assistant', 'assistant', 'user'].map((role, n) => ({ role, content: `text ${n}` }))
    const turnsOf = (request: object): Promise<number[]> =>
      page.evaluate(`import('./dashboard/compare.js').then(({ compareRequests }) =>
        compareRequests(${JSON.stringify(request)}, { messages: [] }).original.map(({ turn }) => turn))`)
    expect(await turnsOf({ messages: said })).toEqual([1, 1, 2, 3])
    expect(await turnsOf({ input: said })).toEqual([1, 1, 1, 2])
  })

  test('reads transcripts in the forms that tools write', async () => {
    const { page } = bench.admin
    const read = (text: string) =>
      page.evaluate(`import('./dashboard/transcript.js').then(({ readTranscript }) => {
        try { const { format, body } = readTranscript(${JSON.stringify(text)}); return { format, ...JSON.parse(body) } }
        catch (error) { return error.message }
      })`)
    const said = [{ role: 'user', content: 'Hi' }]
    const chat = { format: 'openai-chat', model: 'gpt-4o', messages: said }
    expect(await read(JSON.stringify({ model: 'm', messages: said }))).toEqual({
      format: 'openai-chat',
      model: 'm',
      messages: said,
    })
    expect(await read(JSON.stringify({ model: 'm', system: 's', messages: said }))).toMatchObject({
      format: 'anthropic-messages',
    })
    expect(await read(JSON.stringify({ model: 'm', input: said }))).toMatchObject({ format: 'openai-responses' })
    expect(await read(JSON.stringify([...said, { role: 'assistant', content: 'Yes' }]))).toEqual(chat)
    expect(await read('{"role":"user","content":"Hi"}\n{"role":"assis')).toEqual(chat)
    expect(await read('User: Hi\nAssistant: Yes')).toEqual(chat)
    for (const json of ['42', 'true', '{}', '{"role":"user","content":"quoted"}']) {
      const messages = [{ role: 'user', content: `Hi\n${json}` }]
      expect(await read(`User: Hi\n${json}\nAssistant: Yes`)).toEqual({ ...chat, messages })
    }
    const record = (role: string, content: unknown, id?: string) =>
      JSON.stringify({ type: role, message: { role, content, ...(id && { id }) } })
    const tool = { type: 'tool_use', id: 't', name: 'ls', input: {} }
    const lines = [
      '{"type":"summary","summary":"x"}',
      record('user', 'List'),
      record('assistant', [{ type: 'text', text: 'I look.' }], 'a'),
      record('assistant', [tool], 'a'),
      record('user', [{ type: 'tool_result', tool_use_id: 't', content: 'file' }]),
    ]
    expect(await read(lines.join('\n'))).toMatchObject({
      format: 'anthropic-messages',
      messages: [{ role: 'user' }, { role: 'assistant', content: [{ type: 'text' }, tool] }, { role: 'user' }],
    })
    expect(await read('just words')).toMatch(/^Unknown format/)
  })
}
