import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoServer } from './demo-server.ts'

/** Resources that all tests of the dashboard share, set before the first of them runs. */
export interface Bench {
  demo: DemoServer
  browser: Browser
  /** A tab in which the operator is signed in. */
  admin: Tab
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One tab with the dashboard. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, and violations of the Content-Security-Policy. */
  readonly problems: string[]
  /** Requested addresses on other servers. */
  readonly outside: string[]
}

/** Opens the dashboard in a new tab, signed in if there is a token. */
export async function openTab(
  { demo, browser }: Pick<Bench, 'demo' | 'browser'>,
  token?: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  const outside: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[014]/.test(message.text())) problems.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(demo.pleat.url) && !/^(?:data|blob):/.test(url)) outside.push(url)
  })
  await page.goto(`${demo.pleat.url}/dashboard`)
  if (token !== undefined) {
    await page.getByLabel('Admin token or key').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  }
  return { page, context, problems, outside }
}

export async function visit(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true })
  await link.click()
  await page.locator('nav a[aria-current="page"]', { hasText: name }).waitFor()
}

/** Violations that axe reports as serious or worse, by all its rules or by the named ones. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // `evaluate` runs in the browser's debugger, which the page's policy does not restrict.
  await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

export async function csvOf(page: Page, region: string): Promise<string[]> {
  const place = page.locator(`.tools:has(+ [aria-label="${region}"])`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
}
