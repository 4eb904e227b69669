import { expect, test } from 'vitest'
import { STORED_KINDS } from '../../packages/server/src/cloud/storable-word.ts'
import { ADMIN_TOKEN } from './demo-server.ts'
import { type Bench, csvOf, seriousFindings, visit } from './tab.ts'

/** Figures, tables and the tag cloud. */
export function testData(bench: Bench): void {
  test('names the instance and version, and shows the figures of the API on the overview', async () => {
    const { page } = bench.admin
    await visit(page, 'Overview')
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const read = async (path: string) => (await fetch(`${bench.demo.pleat.url}/admin/v1/${path}`, { headers })).json()
    const status = (await read('status')) as { version: string; host: string; process_id: number }
    await page.getByText(`instance ${status.host}, process ${status.process_id}`).waitFor()
    expect(await page.locator('footer').textContent()).toContain(
      `Pleat ${status.version} at ${new URL(bench.demo.pleat.url).host}`,
    )
    const { turns, overhead_ms, outcomes } = (await read('activity')) as {
      turns: { turn: number; original_tokens: number; saved_tokens: number }[]
      overhead_ms: { p50: number; p95: number; p99: number }
      outcomes: { compression: string; requests: number }[]
    }
    expect(turns.length).toBeGreaterThan(15)
    expect(turns.slice(0, 4).every(({ saved_tokens }) => saved_tokens === 0)).toBe(true)
    expect(turns.slice(9).every(({ saved_tokens, original_tokens }) => saved_tokens > original_tokens / 3)).toBe(true)
    expect(overhead_ms.p50).toBeLessThanOrEqual(overhead_ms.p95)
    const shown = page.getByRole('region', { name: 'Requests by outcome' })
    for (const { compression, requests } of outcomes) {
      await shown.getByRole('row', { name: `${compression} ${requests}` }).waitFor()
    }
  })

  test('searches, sorts and saves a table as CSV', async () => {
    const { page } = bench.admin
    await visit(page, 'Sessions')
    await page.locator('tbody a').first().click()
    const requests = page.getByRole('region', { name: 'Requests of this session' })
    await requests.getByRole('row').nth(5).waitFor()
    const csv = await csvOf(page, 'Requests of this session')
    expect(csv[0]).toBe(
      'Turn,Time,Outcome,Model,Status,Original,Sent,Billed,From cache,Output,Input bill,Direct (estimate),Overhead',
    )
    expect(csv.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(csv.slice(1).map((_, index) => index + 1))
    await requests.getByRole('button', { name: 'Original' }).click()
    expect(await requests.locator('th[aria-sort="descending"]').textContent()).toContain('Original')
    expect(await requests.locator('tbody td').first().textContent()).toBe(String(csv.length - 1))
    await page.getByLabel('Search').fill('short-conversation')
    expect(await requests.locator('tbody tr').count()).toBe(4)
    expect(await csvOf(page, 'Requests of this session')).toHaveLength(5)
  })

  test('adds tokens and money up by model, key, tag and kind, and shows the money of each session', async () => {
    const { page } = bench.admin
    await visit(page, 'Overview')
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const read = async (path: string) => (await fetch(`${bench.demo.pleat.url}/admin/v1/${path}`, { headers })).json()
    const figures = 'Requests,Failed,Original tokens,Saved tokens,Input bill,Direct (estimate),Money saved'
    const { usage } = (await read('usage')) as { usage: { account: string; requests: number; usd: number }[] }
    const requests = usage.filter(({ account }) => account === 'test').reduce((sum, row) => sum + row.requests, 0)
    for (const [label, names] of [
      ['account and model', 'Account,Model'],
      ['key', 'Account,Key'],
      ['tag of keys', 'Tag'],
      ['kind of request', 'Kind'],
    ]) {
      await page.getByLabel('Add up by').selectOption({ label: label! })
      await page.getByRole('region', { name: `Usage by ${label}` }).waitFor()
      const [head, ...rows] = await csvOf(page, `Usage by ${label}`)
      expect(head!.startsWith(`${names},${figures},`)).toBe(true)
      if (label === 'key') expect(rows[0]).toMatch(new RegExp(`^test,pleat_[\\w-]+…,${requests},`))
    }
    const { sessions } = (await read('sessions')) as { sessions: { id: string; usd: number; saved_usd: number }[] }
    expect(sessions[0]!.usd).toBeGreaterThan(0)
    await visit(page, 'Sessions')
    await page.locator('tbody a').first().waitFor()
    const [head, ...rows] = await csvOf(page, 'Sessions')
    const column = head!.split(',').indexOf('Money saved')
    for (const { id, saved_usd } of sessions) {
      // A spreadsheet would run an id that starts with a dash, so the file has an apostrophe before it.
      const row = rows.find((line) => line.replace(/^'/, '').startsWith(id))!.split(',')
      expect(Number(row[column])).toBeCloseTo(saved_usd, 9)
    }
  })

  test('saves the figures of a chart as CSV', async () => {
    const { page } = bench.admin
    await visit(page, 'Overview')
    const chart = page.locator('figure', { hasText: 'Share saved by turn' })
    await chart.getByText('As a table').click()
    const csv = await csvOf(page, 'Share saved by turn, as a table')
    expect(csv[0]).toBe('Turn,input tokens saved')
    expect(csv.length).toBeGreaterThan(15)
    expect(csv.slice(1, 5)).toEqual(['1,0', '2,0', '3,0', '4,0'])
  })

  test('counts transcript views as requests, and not as saved input tokens', async () => {
    const { page } = bench.admin
    await visit(page, 'Sessions')
    const figure = (label: string) => page.locator('.figures div', { hasText: label }).locator('dd')
    const day = new Date().toISOString().slice(0, 10)
    const tokens = { original_tokens: 9000, optimized_tokens: 1000, saved_tokens: 8000 }
    const counts = { requests: 1, failed: 0, ...tokens, observed: 0, observed_saved_tokens: 0 }
    await page.route('**/admin/v1/usage?*', async (route) => {
      const rows = [
        { day, account: 'test', model: 'm', kind: 'conversation', key_id: 'k', ...counts, saved_tokens: 900 },
        { day, account: 'test', model: null, kind: 'transcript', key_id: 'k', ...counts },
      ]
      await route.fulfill({ json: { usage: rows } })
    })
    try {
      await visit(page, 'Overview')
      expect(await figure('Input tokens saved').textContent()).toBe('900')
      expect(await figure('Share saved').textContent()).toBe('10.0\u00a0%')
      expect(await figure('Requests').first().textContent()).toBe('2')
      const chart = page.locator('figure', { hasText: 'Input tokens by day' })
      await chart.getByText('As a table').click()
      expect((await csvOf(page, 'Input tokens by day, as a table')).at(-1)).toBe(`${day},9000,1000,0`)
    } finally {
      await page.unroute('**/admin/v1/usage?*')
    }
  })

  test('shows the bill of every day whose requests are stored', async () => {
    const { page } = bench.admin
    await visit(page, 'Sessions')
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    await page.route('**/admin/v1/activity', async (route) => {
      const response = await route.fetch()
      const sums = (await response.json()) as { days: object[] }
      await route.fulfill({ response, json: { ...sums, days: [{ day, usd: 5, direct_usd: 6 }, ...sums.days] } })
    })
    try {
      await visit(page, 'Overview')
      const chart = page.locator('figure', { hasText: 'Input bill by day' })
      await chart.getByText('As a table').click()
      const csv = await csvOf(page, 'Input bill by day, as a table')
      expect(csv).toHaveLength(1 + 21)
      expect(csv[1]).toBe(`${day},6,5`)
    } finally {
      await page.unroute('**/admin/v1/activity')
    }
  })

  test('lists the folds of a session with their immediate cost and their later savings', async () => {
    const { page } = bench.admin
    await visit(page, 'Sessions')
    await page.locator('tbody a').first().click()
    await page.getByRole('heading', { name: 'Folds' }).waitFor()
    const csv = await csvOf(page, 'Folds of this session')
    expect(csv[0]).toBe('Turn,Time,Tokens saved,Saved at once,Later requests,Saved by them,Total')
    const folds = csv.slice(1).map((line) => line.split(',').map(Number))
    expect(folds.length).toBeGreaterThan(0)
    for (const [turn, , tokens, atOnce, , later, together] of folds) {
      expect(turn).toBeGreaterThanOrEqual(5)
      expect(tokens).toBeGreaterThan(0)
      expect(together).toBeCloseTo(atOnce! + later!, 9)
    }
    const found = await page.evaluate(`import('./dashboard/folds.js').then(({ foldsIn }) => foldsIn([
      [5, 1000, 1000, false, 1, 1],
      [6, 1100, 600, true, 3, 1],
      // Shortened output saves more, and a recall less, without a fold.
      [7, 1200, 520, false, 1, 2],
      [8, 1300, 900, false, null, null],
      // The same request, sent again.
      [9, 1400, 500, true, 1, 3],
      [9, 1400, 500, true, 1, 2],
      // A side request of the client.
      [1, 200, 200, false, 1, 1],
      [10, 1500, 400, true, 1, 2],
      // The client has compacted the conversation.
      [5, 300, 100, true, 2, 1],
    ].map(([turn, original_tokens, optimized_tokens, fold_moved, usd, direct_usd]) =>
      ({ turn, status: 200, original_tokens, optimized_tokens, fold_moved, usd, direct_usd }))))`)
    expect(found).toEqual([
      { turn: 6, tokens: 500, at_once: -2, later: 1, requests: 2, sum: -1 },
      { turn: 9, tokens: 900, at_once: 2, later: 1, requests: 2, sum: 3 },
      { turn: 10, tokens: 1100, at_once: 1, later: 0, requests: 0, sum: 1 },
      { turn: 5, tokens: 200, at_once: -1, later: 0, requests: 0, sum: -1 },
    ])
  })

  test('compares folded and held-out sessions as the API does', async () => {
    const { page } = bench.admin
    await visit(page, 'Comparison')
    await page.getByText('No sessions are held out.').waitFor()
    await page.getByLabel('Difference to detect').selectOption({ label: '10 %' })
    await page.getByRole('row', { name: /^Latency milliseconds a request/ }).waitFor()
    const csv = await csvOf(page, 'Folded and held-out sessions')
    expect(csv[0]).toBe('Measure,Unit,Folded,Held out,Difference,95 % from,95 % to,Sessions still needed')
    expect(csv).toHaveLength(10)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('writes CSV that a spreadsheet reads back and does not run', async () => {
    const { page } = bench.admin
    const csv = await page.evaluate(`import('./dashboard/csv.js').then(({ toCsv }) => toCsv(
      [{ label: 'a "b"', value: (row) => row[0] }, { label: 'n', value: (row) => row[1] }],
      [['=HYPERLINK("x")', -5], ['two\\nlines, one comma', null], ['@me', 0.5]]))`)
    expect(csv).toBe('"a ""b""",n\r\n"\'=HYPERLINK(""x"")",-5\r\n"two\nlines, one comma",\r\n\'@me,0.5\r\n')
  })

  test('draws the tag cloud: heavier tags larger, coloured by kind, with their turns', async () => {
    const { page } = bench.admin
    await visit(page, 'Sessions')
    await page.locator('tbody a').first().click()
    await page.locator('.cloud').waitFor()
    const id = decodeURIComponent(new URL(page.url()).hash.split('/')[2]!)
    const answer = await fetch(`${bench.demo.pleat.url}/admin/v1/sessions/${id}?tags=600`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    type Tag = { word: string | null; kind: string; weight: number; first_turn: number; last_turn: number }
    const { cloud } = (await answer.json()) as { cloud: { tags: Tag[] } }
    const named = cloud.tags.filter(({ word }) => word !== null).slice(0, 80)
    const legend = await page.locator('.legend-tags span').allTextContents()
    expect(legend).toEqual([...STORED_KINDS])
    expect(cloud.tags.filter(({ word, kind }) => word !== null && !legend.includes(kind))).toEqual([])
    const drawn = (await page.evaluate(`[...document.querySelectorAll('.cloud button')].map((each) =>
      [each.textContent, parseFloat(getComputedStyle(each).fontSize), getComputedStyle(each).color])`)) as [
      string,
      number,
      string,
    ][]
    expect(drawn.map(([word]) => word).sort()).toEqual(named.map(({ word }) => word).sort())
    const sizes = new Map(drawn.map(([word, size]) => [word, size]))
    const bySize = named.map(({ word }) => sizes.get(word!)!)
    expect(bySize).toEqual([...bySize].sort((one, other) => other - one))
    expect(new Set(drawn.map(([, , color]) => color)).size).toBeGreaterThan(1)
    const heaviest = named[0]!
    const button = page.locator('.cloud button', { hasText: new RegExp(`^${heaviest.word}$`) }).first()
    await button.hover()
    const { first_turn: first, last_turn: last } = heaviest
    const turns = first === last ? `turn ${first}` : `turns ${first} to ${last}`
    await page.getByText(`${heaviest.word}: ${heaviest.kind}, ${turns}`).waitFor()
  })
}
