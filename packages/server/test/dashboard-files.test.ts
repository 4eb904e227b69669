import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_FILES } from '../src/dashboard/files.ts'
import { send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

const PAGE = join(import.meta.dirname, '../src/dashboard/page')
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.close())

const get = (path: string, headers = {}) => send(`${proxy.url}${path}`, { headers })

describe('the files of the dashboard', () => {
  test('are served without a key, take no slot of a rate limit, and have the content policy', async () => {
    const first = await get('/dashboard')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const name of PAGE_FILES) {
      const answer = await get(`/dashboard/${name}`)
      expect([name, answer.status]).toEqual([name, 200])
      expect(answer.headers['content-type']).toMatch(name.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
      expect(answer.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['x-ratelimit-remaining']).toBe(first.headers['x-ratelimit-remaining'])
    }
  })

  test('are a closed list, and no path leads to another file', async () => {
    const names = [
      'index.html',
      'files.ts',
      '..%2ffiles.ts',
      '%2e%2e%2ffiles.ts',
      '__proto__',
      'constructor',
      'preact',
      '',
    ]
    for (const name of names) expect([name, (await get(`/dashboard/${name}`)).status]).toEqual([name, 404])
    expect((await get('/dashboard/../src/main.ts')).status).toBe(404)
    expect((await send(`${proxy.url}/dashboard`, { method: 'POST', body: '' })).status).toBe(405)
    expect(readdirSync(PAGE).sort()).toEqual(
      ['index.html', ...PAGE_FILES.filter((name) => readdirSync(PAGE).includes(name))].sort(),
    )
  })

  test('get 304 for their current ETag', async () => {
    const { headers } = await get('/dashboard/app.js')
    const again = await get('/dashboard/app.js', { 'if-none-match': headers.etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await get('/dashboard/app.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('run only scripts of this server, and the import map by its hash', async () => {
    const { headers, body } = await get('/dashboard')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]),
    )
    const inline = [...body.toString().matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text!,
    )
    expect(inline).toHaveLength(1)
    const hash = createHash('sha256').update(inline[0]!).digest('base64')
    expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash}'`)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/)
  })

  test('refer to no other server, and never turn text into markup or code', () => {
    for (const name of readdirSync(PAGE)) {
      const text = readFileSync(join(PAGE, name), 'utf8')
      // The SVG namespace is a name, not an address.
      expect([name, text.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)[^\s'"]*/g)]).toEqual([name, null])
      expect([name, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(text)]).toEqual(
        [name, false],
      )
      expect([name, / (?:style|on[a-z]+)="/.test(text)]).toEqual([name, false])
    }
  })
})
