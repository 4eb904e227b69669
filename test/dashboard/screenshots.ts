import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'
import { ADMIN_TOKEN, startDemoServer } from './demo-server.ts'
import { openTab, visit } from './tab.ts'

/** Takes the pictures of the dashboard that the README shows, of a server with some days of conversations. */
const IMAGES = join(import.meta.dirname, '../../docs/images')
const LARGEST_BYTES = 150_000

const [demo, browser] = await Promise.all([
  startDemoServer({ earlierDays: 6, variables: { PLEAT_CACHE_PRICES: 'provider' } }),
  openBrowser(),
])
mkdirSync(IMAGES, { recursive: true })
try {
  const { page } = await openTab({ demo, browser }, ADMIN_TOKEN, { viewport: { width: 1200, height: 760 } })
  await page
    .getByRole('img', { name: /^Share saved by turn/ })
    .locator('canvas')
    .waitFor()
  await page.getByLabel('Tokens of the last').selectOption('7')
  await page
    .getByRole('img', { name: /^Input tokens by day/ })
    .locator('canvas')
    .waitFor()
  await page.evaluate('document.querySelector("h2 + p + dl").scrollIntoView({ block: "start" }); scrollBy(0, -60)')
  await page.screenshot({ path: join(IMAGES, 'dashboard-overview.png') })

  await visit(page, 'Sessions')
  await page
    .getByRole('row', { name: / test / })
    .getByRole('link')
    .click()
  await page.getByLabel('Theme').selectOption('dark')
  await page.locator('.cloud').waitFor()
  // One picture of the charts, and one of the tag cloud, which is below the table of requests.
  await page.setViewportSize({ width: 1200, height: 560 })
  await page.screenshot({ path: join(IMAGES, 'dashboard-session.png') })
  await page.locator('.cloud').screenshot({ path: join(IMAGES, 'dashboard-tag-cloud.png') })

  await page.setViewportSize({ width: 1000, height: 520 })
  await page.getByLabel('Theme').selectOption('light')
  await visit(page, 'Try it')
  await page.getByLabel('Request or transcript').fill(demo.lastRequest)
  await page.getByRole('button', { name: 'Compress' }).click()
  await page.locator('.sides').waitFor()
  await page.evaluate('document.querySelector(".legend-parts").scrollIntoView({ block: "start" })')
  await page.screenshot({ path: join(IMAGES, 'dashboard-try-it.png') })
} finally {
  await browser.close()
  await demo.close()
}
for (const name of ['overview', 'session', 'tag-cloud', 'try-it']) {
  const path = join(IMAGES, `dashboard-${name}.png`)
  const { size } = statSync(path)
  process.stdout.write(`${path}: ${size} bytes\n`)
  if (size > LARGEST_BYTES) process.exitCode = 1
}
