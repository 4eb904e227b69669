import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from './demo-server.ts'
import { type Bench, csvOf, seriousFindings, visit } from './tab.ts'

/** Keys, accounts and the ledger. */
export function testManaging(bench: Bench): void {
  test('creates a key that works, shows it once, and revokes it', async () => {
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
    await page.getByRole('row', { name: '<b>made</b> here' }).getByRole('button').first().waitFor({ state: 'detached' })
    expect((await ask()).status).toBe(401)
    await page.reload()
    await page.locator('tbody code').first().waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test('limits, changes, rotates, blocks and unblocks a key, and saves the table of keys with limits', async () => {
    const { page } = bench.admin
    await visit(page, 'Keys')
    await page.reload()
    await page.getByLabel('Account', { exact: true }).fill('limited')
    await page.getByText('More limits').click()
    await page.getByLabel('Spending limit in cents').fill('250.5')
    await page.getByLabel('Spending limit per').selectOption('day')
    await page.getByLabel('Models').fill('gpt-5*, claude-*')
    await page.getByLabel('Expires (UTC)').fill('2099-12-31T23:30')
    await page.getByLabel('Conversations').selectOption('observe')
    await page.getByLabel('Tags').fill('team-a')
    await page.getByRole('button', { name: 'Create key' }).click()
    const before = (await page.locator('.secret').textContent())!
    const row = page.getByRole('row', { name: 'limited' })
    await row.getByText('250.5 ¢ a day').waitFor()
    const keyOf = async () => {
      const response = await fetch(`${bench.demo.pleat.url}/admin/v1/keys`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      })
      const { keys } = (await response.json()) as { keys: { id: string; account: string }[] }
      return keys.find(({ account }) => account === 'limited')
    }
    const limits = {
      models: ['gpt-5*', 'claude-*'],
      spending_limit: { cents: 250.5, period: 'day' },
      expires_at: '2099-12-31T23:30:45.000Z',
      mode: 'observe',
      tags: ['team-a'],
      requests_per_minute: null,
      unpriced: 'refuse',
    }
    const { id } = (await keyOf())!
    // Other programs set a time to the second.
    await fetch(`${bench.demo.pleat.url}/admin/v1/keys/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ expires_at: limits.expires_at }),
    })
    await page.reload()
    expect(await keyOf()).toMatchObject(limits)

    await row.getByRole('button', { name: /^Change/ }).click()
    const form = page.locator('section.raised form')
    expect(await form.getByLabel('Models').inputValue()).toBe('gpt-5*, claude-*')
    expect(await form.getByLabel('Expires (UTC)').inputValue()).toBe('2099-12-31T23:30')
    await form.getByLabel('Requests a minute').fill('77')
    await form.getByLabel('Models').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await row.getByText('77', { exact: true }).waitFor()
    expect(await keyOf()).toMatchObject({ ...limits, models: [], requests_per_minute: 77 })

    await row.getByRole('button', { name: /^Block/ }).click()
    await row.getByText('blocked').waitFor()
    const statusOf = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${bench.demo.pleat.url}/v1/account`, { headers })).status
    }
    expect(await statusOf(before)).toBe(403)
    await row.getByRole('button', { name: /^Unblock/ }).click()
    await row.getByRole('button', { name: /^Block/ }).waitFor()

    await row.getByRole('button', { name: /^Rotate/ }).click()
    await page.getByLabel('The current key works for another').selectOption({ label: 'hour' })
    await page.getByRole('button', { name: 'Create the new key' }).click()
    await row.getByText(/the previous key works until/).waitFor()
    const after = (await page.locator('.secret').textContent())!
    expect(after).not.toBe(before)
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200])

    const csv = await csvOf(page, 'Keys')
    expect(csv[0]).toBe(
      'Key,Account,Plan,State,Conversations,Requests a minute,Models,Spending limit,Limit per,Unpriced requests,Spent today,Spent this month,Expires,Tags,Created,Revoked',
    )
    expect(csv.find((line) => line.includes(',limited,'))).toContain(
      ',live,observe,77,all,250.5,day,refuse,0,0,2099-12-31T23:30:45.000Z,team-a,',
    )
    expect(await seriousFindings(page)).toEqual([])
  })

  test('reports an invalid limit, and changes nothing', async () => {
    const { page } = bench.admin
    await visit(page, 'Keys')
    await page.reload()
    const row = page.getByRole('row', { name: 'limited' })
    await row.getByRole('button', { name: /^Change/ }).click()
    const form = page.locator('section.raised form')
    await form.getByLabel('Spending limit in cents').fill('a lot')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('must be an amount in cents').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await row.getByText('250.5 ¢ a day').waitFor()
  })

  test('changes plans and budgets, once for a double click, and the ledger shows it', async () => {
    const { page } = bench.admin
    await visit(page, 'Accounts')
    // Browsers show two spaces as one.
    await page.getByLabel('Name').fill('ACME  Inc')
    await page.getByLabel('Budget in cents').fill('12.5')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('row', { name: /ACME Inc.*12\.5 ¢/ }).waitFor()
    await page.getByLabel('Plan of ACME').selectOption('pro')
    await page.locator('form').nth(1).getByLabel('Account').selectOption('ACME  Inc')
    await page.getByLabel('Cents', { exact: true }).fill('7.5')
    await page.getByRole('button', { name: 'Record' }).dblclick()
    await page.getByRole('row', { name: /ACME Inc.*20 ¢/ }).waitFor()
    expect(await page.getByLabel('Plan of ACME').inputValue()).toBe('pro')
    await page.locator('tbody a', { hasText: 'ACME' }).click()
    await page.getByRole('row', { name: /budget-added 7\.5 ¢ 20 ¢/ }).waitFor()
    expect(await page.getByRole('row', { name: /budget-added/ }).count()).toBe(1)
  })

  test('keeps an amount that cannot be recorded, and names the problem', async () => {
    const { page } = bench.admin
    await visit(page, 'Accounts')
    await page.getByLabel('Cents', { exact: true }).fill('a lot')
    await page.getByRole('button', { name: 'Record' }).click()
    await page.getByRole('alert').getByText('must be an amount in cents').waitFor()
    expect(await page.getByLabel('Cents', { exact: true }).inputValue()).toBe('a lot')
  })
}
