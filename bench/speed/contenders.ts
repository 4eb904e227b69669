import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, firstLine, readyWhen, startChild } from './child.ts'
import { installPortkey } from './portkey.ts'

/** The upstream, a byte relay, the bare pass-through, Pleat, and another gateway on two versions of Node. */
export type ContenderName = 'direct' | 'raw' | 'bare' | 'pleat' | 'portkey' | 'portkey-on-ours'

/** A running contender. */
export interface Contender {
  readonly name: ContenderName
  readonly pid: number
  readonly port: number
  /** Additional header lines of its requests. */
  readonly headers: readonly string[]
}

export interface Field {
  readonly contenders: readonly Contender[]
  /** The reason why the other gateway is missing; undefined if it runs. */
  readonly missing: string | undefined
  stop(): Promise<void>
}

/** True if this is the other gateway, on any version of Node. */
export function isPortkey({ name }: Contender): boolean {
  return name === 'portkey' || name === 'portkey-on-ours'
}

const PLEAT = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** Starts all contenders in front of one upstream, each in its own process. `pleatArguments` are Node options of Pleat. */
export async function startContenders(
  options: { withPortkey?: boolean; pleatArguments?: readonly string[] } = {},
): Promise<Field> {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-bench-'))
  const children: Child[] = []
  const start = (...made: Parameters<typeof startChild>) => {
    const child = startChild(...made)
    children.push(child)
    return child
  }
  async function stop(): Promise<void> {
    for (const child of children.toReversed()) await child.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const upstream = start('upstream', [scriptOf('upstream.ts')], { directory })
    const upstreamUrl = (await readyWhen(upstream, firstLine)).url!
    const bare = start('bare', [scriptOf('bare-proxy.ts'), upstreamUrl], { directory })
    const bareUrl = (await readyWhen(bare, firstLine)).url!
    const raw = start('raw', [scriptOf('raw-relay.ts'), upstreamUrl], { directory })
    const rawUrl = (await readyWhen(raw, firstLine)).url!
    const variables = pleatVariables(directory, upstreamUrl)
    const pleat = start('pleat', [...(options.pleatArguments ?? []), PLEAT, 'start', '--json'], {
      directory,
      variables,
    })
    const { url: pleatUrl, key } = await readyWhen(pleat, firstLine)
    const contenders: Contender[] = [
      { name: 'direct', pid: upstream.pid, port: portOf(upstreamUrl), headers: [] },
      { name: 'raw', pid: raw.pid, port: portOf(rawUrl), headers: [] },
      { name: 'bare', pid: bare.pid, port: portOf(bareUrl), headers: [] },
      { name: 'pleat', pid: pleat.pid, port: portOf(pleatUrl!), headers: [`Authorization: Bearer ${key}`] },
    ]
    const portkey = options.withPortkey === false ? { missing: 'it was not requested' } : installPortkey()
    if ('missing' in portkey) return { contenders, missing: portkey.missing, stop }
    const headers = [
      'Authorization: Bearer key',
      'x-portkey-provider: openai',
      `x-portkey-custom-host: ${upstreamUrl}/v1`,
    ]
    const programs = { portkey: portkey.ownNode, 'portkey-on-ours': portkey.ourNode } as const
    for (const name of ['portkey', 'portkey-on-ours'] as const) {
      const port = await freePort()
      const argv = [portkey.script, '--headless', `--port=${port}`]
      const gateway = start(name, argv, { directory, program: programs[name] })
      await readyWhen(gateway, () => isListening(port))
      contenders.push({ name, pid: gateway.pid, port, headers })
    }
    return { contenders, missing: undefined, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The default configuration, except for a rate limit that the load would exceed. */
function pleatVariables(directory: string, upstreamUrl: string): Record<string, string> {
  return {
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: join(directory, 'data'),
    PLEAT_OPENAI_URL: `${upstreamUrl}/v1`,
    PLEAT_ANTHROPIC_URL: upstreamUrl,
    OPENAI_API_KEY: 'key',
    ANTHROPIC_API_KEY: 'key',
    PLEAT_RPM: '1000000000',
  }
}

function scriptOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

/** A free port, so that a gateway of an earlier run is not measured by mistake. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function isListening(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
}
