import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from './demo-server.ts'
import { type Bench, openTab, seriousFindings, visit } from './tab.ts'

/** Signing in and permissions. */
export function testSignIn(bench: Bench): void {
  test('refuses a wrong token with a message, and keeps no token', async () => {
    const { page, context } = await openTab(bench)
    for (const token of ['pleat_nobody', 'wrong-admin-token', 'with spaces in it']) {
      await page.getByLabel('Admin token or key').fill(token)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Neither an admin token nor a key of this server.').waitFor()
    }
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0])
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })

  test('keeps the token in this tab alone, and removes it on signing out', async () => {
    const { page, context } = await openTab(bench, ADMIN_TOKEN)
    await page.reload()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie + location.href')).not.toContain(
      ADMIN_TOKEN,
    )
    const second = await context.newPage()
    await second.goto(`${bench.demo.pleat.url}/dashboard`)
    await second.getByLabel('Admin token or key').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin token or key').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await context.close()
  })

  test('shows an account its own sessions only, and no page of the operator', async () => {
    const own = await openTab(bench, bench.demo.pleat.key)
    await visit(own.page, 'Sessions')
    await own.page.locator('tbody a').first().waitFor()
    const address = own.page.locator('tbody a').first()
    const href = await address.getAttribute('href')
    await own.context.close()
    const { page, context, problems } = await openTab(bench, bench.demo.otherKey)
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Sessions',
      'Try it',
      'Account',
    ])
    await visit(page, 'Sessions')
    await page.getByText('0 of 0 rows').waitFor()
    await page.evaluate(`location.hash = ${JSON.stringify(href)}`)
    await page.getByText('No session has this id.').first().waitFor()
    await page.evaluate('location.hash = "#/keys"')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await visit(page, 'Account')
    await page.getByText('budget-added').waitFor()
    await visit(page, 'Overview')
    await page.evaluate('location.hash = "#/account/test"')
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
}
