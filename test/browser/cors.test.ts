import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openBrowser } from '../dashboard/browser.ts'
import { createDialogue } from '../harness/dialogue.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'
import { type SdkPage, startSdkPage } from './sdk-page.ts'

const TURNS = 8
const dialogue = createDialogue(41)

if (CHROMIUM === undefined) {
  process.stderr.write('No Chromium is installed (apt-get install chromium): the tests of web pages are skipped.\n')
}

describe.skipIf(CHROMIUM === undefined)('the official SDKs in a web page', () => {
  let standIn: StandIn
  let allowed: SdkPage
  let other: SdkPage
  let pleat: Pleat
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[allowed, other, browser] = await Promise.all([startSdkPage(), startSdkPage(), openBrowser()])
    standIn = await startStandIn({ answer: () => ({ text: dialogue.answer(1) }) })
    pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_CORS_ORIGINS: allowed.origin } })
    page = await openPage(allowed.origin)
  })
  afterAll(async () => {
    await browser?.close()
    await pleat?.close()
    await standIn?.close()
    allowed?.close()
    other?.close()
  })

  async function openPage(origin: string): Promise<Page> {
    const opened = await browser.newPage()
    await opened.goto(origin)
    await opened.waitForFunction('globalThis.sdks !== undefined')
    return opened
  }

  /** Runs code in a page with the variables `client` (the SDK's client) and `questions`. */
  async function inPage(where: Page, sdk: 'OpenAI' | 'Anthropic', code: string, key = pleat.key): Promise<unknown> {
    const questions = Array.from({ length: TURNS }, (_, index) => dialogue.question(index + 1))
    const baseURL = sdk === 'OpenAI' ? `${pleat.url}/v1` : pleat.url
    const options = { baseURL, apiKey: key, maxRetries: 0, dangerouslyAllowBrowser: true }
    return await where.evaluate(`(async () => {
      const client = new globalThis.sdks.${sdk}(${JSON.stringify(options)})
      const questions = ${JSON.stringify(questions)}
      ${code}
    })()`)
  }

  test('use chat completions, streamed and unstreamed, and read the savings headers', async () => {
    const saved = await inPage(
      page,
      'OpenAI',
      `const messages = []
      let saved = 0
      for (const [index, content] of questions.entries()) {
        messages.push({ role: 'user', content })
        const body = { model: 'gpt-5.5', messages, stream: index % 2 === 1 }
        const { data, response } = await client.chat.completions.create(body).withResponse()
        let text = data.choices?.[0].message.content ?? ''
        if (body.stream) for await (const chunk of data) text += chunk.choices[0]?.delta.content ?? ''
        messages.push({ role: 'assistant', content: text })
        saved = Number(response.headers.get('x-service-saved-tokens'))
        if (response.headers.get('x-ratelimit-limit') === null) throw new Error('a header is hidden')
      }
      return saved`,
    )
    expect(saved).toBeGreaterThan(100)
  })

  test('use the Responses API', async () => {
    const text = await inPage(
      page,
      'OpenAI',
      `const stream = client.responses.stream({ model: 'gpt-5.5', input: questions[0] })
      return (await stream.finalResponse()).output_text`,
    )
    expect(text).toBe(dialogue.answer(1))
  })

  test('use the messages API', async () => {
    const text = await inPage(
      page,
      'Anthropic',
      `const messages = [{ role: 'user', content: questions[0] }]
      const final = await client.messages.stream({ model: 'claude-sonnet-5', max_tokens: 500, messages }).finalMessage()
      return final.content[0].text`,
    )
    expect(text).toBe(dialogue.answer(1))
  })

  test('upload a file, which is passed through', async () => {
    const id = await inPage(
      page,
      'OpenAI',
      `const file = new File(['{}'], 'lines.jsonl')
      return (await client.files.create({ file, purpose: 'batch' })).id`,
    )
    expect(id).toMatch(/^file-/)
  })

  test('read the error about an invalid key', async () => {
    const status = await inPage(
      page,
      'OpenAI',
      `return await client.models.list().then(() => 200, (error) => error.status)`,
      'pleat_wrong',
    )
    expect(status).toBe(401)
  })

  test('get no response on a page of another origin', async () => {
    const isRefused = await inPage(
      await openPage(other.origin),
      'OpenAI',
      `return await client.models.list().then(() => 'an answer', (error) => error instanceof globalThis.sdks.OpenAI.APIConnectionError)`,
    )
    expect(isRefused).toBe(true)
  })
})
