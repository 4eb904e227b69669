import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startStandIn } from '../stand-in/start-stand-in.ts'
import { openMachine } from './machine.ts'
import { HELP, readOptions } from './options.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STOP_MS = 10_000
const ANSWER_MS = 1000

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    print(HELP)
    return 0
  }
  const provider = await startStandIn()
  const machine = openMachine(options)
  const { folder, run, paste } = machine
  const clone = join(folder, 'pleat')
  const app = join(folder, 'app')
  const startedAt = performance.now()
  let passed = 0

  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    const start = performance.now()
    try {
      await work()
    } catch (error) {
      print(`FAILED  ${name}`)
      throw error
    }
    passed++
    print(`passed  ${name} (${seconds(start)} s)`)
  }

  /** Starts a server and follows the instructions that it prints. */
  const serves = async (cwd: string, command: readonly string[]): Promise<void> => {
    const server = await machine.serve(cwd, provider.url, command)
    const printed = server.output()
    assert.match(printed, /^ {2}pleat_\S+$/m, 'it prints a first key')
    assert.ok(printed.includes(`Data directory: ${join(cwd, 'data')}`), 'it names the data directory')
    const requests = requestsIn(printed)
    assert.equal(requests.length, 2, 'it prints a request for each provider')
    for (const request of requests) {
      const response = await paste(cwd, request)
      assert.match(response, /^HTTP\/1\.1 200 /)
      assert.match(response, /^x-service-original-tokens: \d+\r$/im)
    }
    server.child.kill('SIGTERM')
    const giveUpAt = Date.now() + STOP_MS
    while (await answers(server.url)) {
      assert.ok(Date.now() < giveUpAt, 'SIGTERM stops it')
      await setTimeout(50)
    }
  }

  try {
    await step('git clone', async () => {
      await run(folder, 'git', 'clone', '--quiet', ROOT, clone)
    })
    await step('npm ci', async () => {
      await run(clone, 'npm', 'ci')
    })
    await step('npm start, and the requests that it prints', () => serves(clone, ['npm', 'start']))
    await step('npm run demo', async () => {
      assert.match(
        await run(clone, 'npm', 'run', '--silent', 'demo'),
        /Responses identical to the provider's: 25 of 25\./,
      )
    })
    await step('npm run pleat -- status', async () => {
      assert.match(await run(clone, 'npm', 'run', '--silent', 'pleat', '--', 'status'), /^Server/m)
    })
    await step('npm run pack', async () => {
      await run(clone, 'npm', 'run', 'pack')
      assert.equal(readdirSync(join(clone, 'dist')).length, 2)
    })
    await step('npm install of both tarballs into an empty folder', async () => {
      mkdirSync(app)
      const tarballs = readdirSync(join(clone, 'dist')).map((name) => join(clone, 'dist', name))
      await run(app, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs)
      assert.ok(existsSync(join(app, 'node_modules/.bin/pleat-server')))
    })
    await step('both commands print their help through npx', async () => {
      assert.match(await run(app, 'npx', 'pleat-server', '--help'), /^Usage: pleat-server/)
      assert.match(await run(app, 'npx', 'pleat', '-h'), /^Usage: pleat\s/)
    })
    await step('npx pleat-server demo', async () => {
      assert.match(await run(app, 'npx', 'pleat-server', 'demo'), /Responses identical to the provider's: 25 of 25\./)
    })
    await step('npx pleat-server start, and the requests that it prints', () =>
      serves(app, ['npx', 'pleat-server', 'start']),
    )
    print(`${passed} passed, 0 failed in ${seconds(startedAt)} s`)
    return 0
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    print(`        ${(stderr.trim() || message).split('\n').slice(-10).join('\n        ')}`)
    print(`${passed} passed, 1 failed; the steps after it were not run`)
    return 1
  } finally {
    machine.stop()
    await provider.close()
    if (options.isKept) print(`The folder is ${folder}`)
    // Killed processes may still write for a moment.
    else rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** The printed curl commands, each with its continuation lines. */
function requestsIn(printed: string): string[] {
  return [...printed.matchAll(/^ {2}(curl (?:.*\\\n)*.*)$/gm)].map(([, request = '']) => request)
}

/** True if a server listens at `url`, even if its response takes too long. */
async function answers(url: string): Promise<boolean> {
  return await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    ({ name }: Error) => name === 'TimeoutError',
  )
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
