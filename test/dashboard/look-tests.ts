import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from './demo-server.ts'
import { type Bench, openTab, seriousFindings, visit } from './tab.ts'

/** The look of the pages, accessibility, and the restrictions of the browser. */
export function testLook(bench: Bench): void {
  test.each(['light', 'dark'] as const)(
    'shows every page in the %s theme without a serious finding of axe',
    async (theme) => {
      const { page, context, problems, outside } = await openTab(bench, ADMIN_TOKEN, { colorScheme: theme })
      // The dark theme is checked only for contrast, since the themes differ only in colours.
      const rules = theme === 'dark' ? ['color-contrast'] : undefined
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 25, 31)')
      await page
        .getByRole('img', { name: /^Share saved by turn/ })
        .locator('canvas')
        .waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await visit(page, 'Sessions')
      await page.locator('tbody a').first().waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await page.locator('tbody a').first().click()
      await page.locator('.cloud').waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await visit(page, 'Try it')
      await page.getByLabel('Request or transcript').fill(bench.demo.lastRequest)
      await page.getByRole('button', { name: 'Compress' }).click()
      await page.getByRole('heading', { name: 'Request that would be sent' }).waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await visit(page, 'Keys')
      await page.locator('tbody code').first().waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await visit(page, 'Accounts')
      await page.locator('tbody a', { hasText: 'other' }).waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      await page.locator('tbody a', { hasText: 'other' }).click()
      await page.getByRole('heading', { name: 'Ledger of other' }).waitFor()
      await page.getByText('budget-added').waitFor()
      expect(await seriousFindings(page, rules)).toEqual([])
      expect({ problems, outside }).toEqual({ problems: [], outside: [] })
      await context.close()
    },
  )

  test('works on a phone and with the keyboard alone', async () => {
    const { page, context } = await openTab(bench, undefined, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMIN_TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const isNarrow = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth')
    await page
      .getByRole('img', { name: /^Share saved by turn/ })
      .locator('canvas')
      .waitFor()
    expect(await isNarrow()).toBe(true)
    for (const name of ['Sessions', 'Try it', 'Comparison', 'Keys', 'Accounts']) {
      await page.getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      // The focus moves too, so that a screen reader reads the new page.
      await page.locator('main:focus').waitFor()
      expect(await page.title()).toBe(`${name} – Pleat`)
      expect(await isNarrow(), name).toBe(true)
    }
    await context.close()
  })

  test('runs no script that is injected into the page', async () => {
    const { page, context } = await openTab(bench, ADMIN_TOKEN)
    const refused = await page.evaluate(`(() => {
      const tried = []
      const script = document.createElement('script')
      try { script.textContent = 'globalThis.ran = 1'; document.body.append(script) } catch (error) { tried.push(error.name) }
      try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.ran = 2">') } catch (error) { tried.push(error.name) }
      return [globalThis.ran ?? 0, tried]
    })()`)
    expect(refused).toEqual([0, ['TypeError', 'TypeError']])
    // Without the policy, this request would fail too, because the server does not exist.
    const blocked = await page.evaluate(`new Promise((resolve) => {
      const note = ({ effectiveDirective, blockedURI }) => resolve([effectiveDirective, blockedURI])
      document.addEventListener('securitypolicyviolation', note)
      fetch('https://pleat.invalid/').catch(() => setTimeout(() => resolve('not by the policy'), 1000))
    })`)
    expect(blocked).toEqual(['connect-src', 'https://pleat.invalid/'])
    await context.close()
  })
}
