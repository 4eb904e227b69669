import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openBrowser } from './browser.ts'
import { testData } from './data-tests.ts'
import { ADMIN_TOKEN, startDemoServer } from './demo-server.ts'
import { testLook } from './look-tests.ts'
import { testManaging } from './manage-tests.ts'
import { testRetries } from './retry-tests.ts'
import { testSignIn } from './sign-in-tests.ts'
import { type Bench, openTab } from './tab.ts'
import { testTryIt } from './try-it-tests.ts'

if (CHROMIUM === undefined) {
  process.stderr.write('No Chromium is installed (apt-get install chromium): the tests of the dashboard are skipped.\n')
}

describe.skipIf(CHROMIUM === undefined)('the dashboard in a browser', () => {
  const bench = {} as Bench

  beforeAll(async () => {
    ;[bench.demo, bench.browser] = await Promise.all([startDemoServer(), openBrowser()])
    bench.admin = await openTab(bench, ADMIN_TOKEN)
  })
  afterAll(async () => {
    await bench.browser?.close()
    await bench.demo?.close()
  })

  testSignIn(bench)
  testLook(bench)
  testData(bench)
  testManaging(bench)
  testRetries(bench)
  testTryIt(bench)

  test('had no script errors and contacted no other server in the tab of the operator', () => {
    expect(bench.admin).toMatchObject({ problems: [], outside: [] })
  })
})
