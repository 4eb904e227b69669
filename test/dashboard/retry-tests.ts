import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from './demo-server.ts'
import { type Bench, openTab, visit } from './tab.ts'

/** Double clicks, and changes whose response is lost. */
export function testRetries(bench: Bench): void {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const read = async (path: string) => (await fetch(`${bench.demo.pleat.url}/admin/v1/${path}`, { headers })).json()
  const keysOf = async (name: string) => {
    const { keys } = (await read('keys')) as { keys: { account: string; preview: string }[] }
    return keys.filter(({ account }) => account === name)
  }
  const createKey = async (page: Page, account: string) => {
    await visit(page, 'Keys')
    await page.getByLabel('Account', { exact: true }).fill(account)
    await page.getByRole('button', { name: 'Create key' }).dblclick()
    return (await page.locator('.secret').textContent())!
  }

  test('creates one key for a double click, also while the response is on its way', async () => {
    const { page, context } = await openTab(bench, ADMIN_TOKEN)
    await createKey(page, 'fast')
    const arrived = Promise.withResolvers<void>()
    await page.route('**/admin/v1/keys', async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'POST') await arrived.promise
      await route.fulfill({ response })
    })
    await page.getByLabel('Account', { exact: true }).fill('slow')
    await page.getByRole('button', { name: 'Create key' }).dblclick()
    arrived.resolve()
    await page.getByText('The key of slow').waitFor()
    await page.getByRole('row', { name: 'slow' }).waitFor()
    expect([(await keysOf('fast')).length, (await keysOf('slow')).length]).toEqual([1, 1])
    await context.close()
  })

  test('asks before a second rotation ends the key in use, also if the response of the first is lost', async () => {
    const { page, context } = await openTab(bench, ADMIN_TOKEN)
    const key = await createKey(page, 'rotated')
    const status = async () =>
      (await fetch(`${bench.demo.pleat.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status
    const row = page.getByRole('row', { name: 'rotated' })
    await row.getByRole('button', { name: /^Rotate/ }).click()
    await page.route('**/rotations', loseResponse, { times: 1 })
    await page.getByRole('button', { name: 'Create the new key' }).click()
    await page.getByRole('alert').getByText('The server answered 504.').waitFor()
    await row.getByText(/the previous key works until/).waitFor()
    const [{ preview } = {}] = await keysOf('rotated')

    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      return questions.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await page.getByRole('button', { name: 'Create the new key' }).click()
    await page.locator('section.raised').waitFor({ state: 'detached' })
    expect(questions).toEqual([expect.stringContaining('that previous key is refused at once')])
    expect([await status(), await keysOf('rotated')]).toMatchObject([200, [{ preview }]])

    await row.getByRole('button', { name: /^Rotate/ }).click()
    await page.getByRole('button', { name: 'Create the new key' }).click()
    await page.locator('section.raised').waitFor({ state: 'detached' })
    expect([questions.length, await status()]).toEqual([2, 401])
    await context.close()
  })

  test('books an amount once if it is sent again after a lost response, and twice if it is entered twice', async () => {
    const { page, context } = await openTab(bench, ADMIN_TOKEN)
    await visit(page, 'Accounts')
    await page.getByLabel('Name').fill('retried')
    await page.getByRole('button', { name: 'Create account' }).click()
    const account = page.locator('form').nth(1).getByLabel('Account')
    await account.selectOption('retried')
    const budget = async () => (await read('accounts/retried')) as { budget_cents: number }
    const amount = page.getByLabel('Cents', { exact: true })
    const record = page.getByRole('button', { name: 'Record' })
    await amount.fill('5')
    await page.route('**/budget', loseResponse, { times: 1 })
    await record.click()
    await page.getByRole('alert').getByText('The server answered 504.').waitFor()
    await page.getByRole('row', { name: /retried.* 5 ¢/ }).waitFor()
    await record.click()
    await page.waitForFunction("document.querySelector('input[name=cents]').value === ''")
    expect(await budget()).toMatchObject({ budget_cents: 5 })
    await amount.fill('5')
    await record.click()
    await page.getByRole('row', { name: /retried.* 10 ¢/ }).waitFor()
    // Another amount is another change, also after a lost response.
    await amount.fill('5')
    await page.route('**/budget', loseResponse, { times: 1 })
    await record.click()
    await page.getByRole('row', { name: /retried.* 15 ¢/ }).waitFor()
    await amount.fill('6')
    await record.click()
    await page.getByRole('row', { name: /retried.* 21 ¢/ }).waitFor()
    await context.close()
  })
}

/** Forwards a request, and answers as a proxy does that has lost the response. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch()
  await route.fulfill({ status: 504, body: '' })
}
