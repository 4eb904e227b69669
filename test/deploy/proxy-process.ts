import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** A reverse proxy and its shipped configuration file. */
export interface ProxyProgram {
  readonly name: 'haproxy' | 'nginx'
  readonly file: string
  /** Changes to the file besides the addresses, so that the program writes nothing outside its directory. */
  adapt(text: string, directory: string): string
  argv(file: string, directory: string): readonly string[]
}

export const PROGRAMS: readonly ProxyProgram[] = [
  {
    name: 'haproxy',
    file: 'haproxy/haproxy.cfg',
    adapt: (text) => text,
    argv: (file) => ['-db', '-f', file],
  },
  {
    name: 'nginx',
    file: 'nginx/nginx.conf',
    adapt(text, directory) {
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join(' ')
      return text.replace('http {', `http { access_log off; ${temporary}`)
    },
    argv: (file, directory) => [
      ...['-c', file, '-p', directory, '-e', 'stderr'],
      ...['-g', `daemon off; pid ${directory}/nginx.pid; error_log stderr;`],
    ],
  },
]

export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface RunningProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts `program` with its shipped file in front of the two nodes. */
export async function startProxyProgram(program: ProxyProgram, nodes: readonly Node[]): Promise<RunningProxy> {
  const directory = mkdtempSync(join(tmpdir(), `pleat-${program.name}-`))
  const port = await freePort()
  const shipped = readFileSync(join(DEPLOY, program.file), 'utf8')
  const text = program
    .adapt(shipped, directory)
    .replace(/(bind|listen) :?8080/, `$1 127.0.0.1:${port}`)
    .replaceAll('pleat-1:8080', `127.0.0.1:${nodes[0]!.port}`)
    .replaceAll('pleat-2:8080', `127.0.0.1:${nodes[1]!.port}`)
  const file = join(directory, 'proxy.conf')
  writeFileSync(file, text)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  const child = spawn(program.name, program.argv(file, directory), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  await waitForPort(port, child, () => errors)
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A stand-in for a node of Pleat. */
export interface Node {
  readonly port: number
  readonly server: Server
}

export async function startNode(listener: RequestListener): Promise<Node> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

async function freePort(): Promise<number> {
  const { server, port } = await startNode(() => {})
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(port: number, child: ChildProcess, errors: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${errors()}`)
    if (await isOpen(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The proxy does not listen: ${errors()}`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
