import { expect, test } from 'vitest'
import { type Bench, visit } from './tab.ts'

/** Keys, accounts and the ledger. */
export function testManaging(bench: Bench): void {
  test('makes a key that works, shows it once, and revokes it', async () => {
    const { page } = bench.admin
    await visit(page, 'Keys')
    await page.getByLabel('Account', { exact: true }).fill('<b>made</b> here')
    await page.getByLabel('Requests a minute').fill('50')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.locator('.secret').textContent())!
    const ask = () => fetch(`${bench.demo.pleat.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
    expect([(await ask()).status, (await ask()).headers.get('x-ratelimit-limit')]).toEqual([200, '50'])
    // Markup in a name stays text.
    await page.locator('tbody td', { hasText: '<b>made</b> here' }).waitFor()
    expect(await page.locator('tbody b').count()).toBe(0)
    page.on('dialog', (dialog) => void dialog.accept())
    await page
      .getByRole('row', { name: '<b>made</b> here' })
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByRole('row', { name: '<b>made</b> here' }).getByRole('button').waitFor({ state: 'detached' })
    expect((await ask()).status).toBe(401)
    await page.reload()
    await page.locator('tbody code').first().waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test('changes plans and budgets, and the ledger shows it', async () => {
    const { page } = bench.admin
    await visit(page, 'Accounts')
    await page.getByLabel('Name').fill('ACME')
    await page.getByLabel('Budget in cents').fill('12.5')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('row', { name: /ACME.*12\.5 ¢/ }).waitFor()
    await page.getByLabel('Plan of ACME').selectOption('pro')
    await page.locator('form').nth(1).getByLabel('Account').selectOption('ACME')
    await page.getByLabel('Cents', { exact: true }).fill('7.5')
    await page.getByRole('button', { name: 'Book' }).click()
    await page.getByRole('row', { name: /ACME.*20 ¢/ }).waitFor()
    expect(await page.getByLabel('Plan of ACME').inputValue()).toBe('pro')
    await page.locator('tbody a', { hasText: 'ACME' }).click()
    await page.getByRole('row', { name: /budget-added 7\.5 ¢ 20 ¢/ }).waitFor()
  })
}
