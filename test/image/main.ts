import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STAND_IN_KEYS } from '../stand-in/credentials.ts'
import { startStandIn } from '../stand-in/start-stand-in.ts'
import { buildBase, buildImage, hasBase, type ImageConfig, mountImage, obstacle } from './builder.ts'
import { type Container, startContainer } from './container.ts'

const HELP = `Usage: npm run test:image [-- --fresh | --help]

Build deploy/Dockerfile with buildah, on a base image made of Debian's packages and this checkout's Node, and run its entrypoint
as process 1 with the image's user and a read-only root file system. Needs root, buildah and mmdebstrap, and is skipped without them.

  --fresh      make the base image again
  -h, --help   show this

Takes about five minutes. The images are kept in node_modules/.cache/image (2 GB).
`
/** The health check of the image asks at this port. */
const PORT = '8080'
const NO_CAPABILITY = /^0+$/

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { fresh: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) {
    print(HELP.trimEnd())
    return 0
  }
  const reason = obstacle()
  if (reason) {
    print(`The image was not built. ${reason}\n0 passed, 0 failed, 1 skipped`)
    return 0
  }
  let passed = 0
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    try {
      const result = await work()
      passed++
      print(`passed  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
      return result
    } catch (error) {
      print(`FAILED  ${name}`)
      throw error
    }
  }
  try {
    if (values.fresh || !(await hasBase())) await step('a base image is made', buildBase)
    const config = await step('deploy/Dockerfile is built', buildImage)
    await checkContainer(config, step)
    print(`${passed} passed, 0 failed`)
    return 0
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    print(`        ${(stderr.trim() || message).split('\n').slice(-15).join('\n        ')}`)
    print(`${passed} passed, 1 failed; the steps after it were not run`)
    return 1
  }
}

type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

async function checkContainer(config: ImageConfig, step: Step): Promise<void> {
  const provider = await startStandIn()
  const { root, remove } = await mountImage()
  const data = mkdtempSync(join(tmpdir(), 'pleat-image-'))
  const [user = 0, group = 0] = config.User.split(':').map(Number)
  chownSync(data, user, group)
  const variables = {
    PLEAT_PORT: PORT,
    PLEAT_OPENAI_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: STAND_IN_KEYS.openai,
  }
  let container: Container | undefined
  try {
    const first = await step('it starts and prints its first key', async () => {
      container = await startContainer(config, { root, data, variables })
      assert.ok(container.server.key, container.server.output())
      return container
    })
    const key = first.server.key!
    await step('Node is process 1, a user other than root, without capabilities', async () => {
      assert.equal(first.status('NSpid').split('\t').at(-1), '1')
      assert.equal(first.status('Uid').split('\t')[0], String(user))
      assert.notEqual(user, 0)
      assert.match(first.status('CapEff'), NO_CAPABILITY)
      assert.equal(await first.exec('readlink', '/proc/1/exe'), '/usr/local/bin/node\n')
    })
    await step('only the volume is writable', async () => {
      await first.exec('touch', `${config.WorkingDir}/written`)
      await assert.rejects(first.exec('touch', '/app/written'), /Read-only file system/)
      await assert.rejects(first.exec('touch', '/tmp/written'), /Read-only file system/)
    })
    await step('its health check passes', async () => {
      assert.equal(config.Healthcheck.Test[0], 'CMD')
      await first.exec(...config.Healthcheck.Test.slice(1))
    })
    await step('it serves a request', () => expectAnswer(key))
    await step('it exits with 0 on its stop signal', async () => assert.equal(await first.stop(), 0))
    await step('a second container serves with the data of the first', async () => {
      container = await startContainer(config, { root, data, variables })
      assert.equal(container.server.key, undefined)
      await expectAnswer(key)
      assert.equal(await container.stop(), 0)
      container = undefined
    })
  } finally {
    await container?.stop().catch(() => {})
    await remove()
    await provider.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function expectAnswer(key: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${PORT}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  assert.equal(response.status, 200, await response.text())
  assert.match(response.headers.get('x-service-original-tokens') ?? '', /^\d+$/)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
