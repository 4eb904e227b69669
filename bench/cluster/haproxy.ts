import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type Child, readyWhen, startChild } from '../speed/child.ts'

const SHIPPED = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url)
/** Names the node that answered. HAProxy's own errors lack it. */
export const NODE_HEADER = 'x-bench-node'
const READY_MS = 10_000

/** Starts HAProxy with the shipped configuration, except that each request goes to a random node. */
export async function startHaproxy(
  directory: string,
  nodes: readonly { readonly name: string; readonly port: number }[],
): Promise<{ readonly url: string; readonly child: Child }> {
  const port = await freePort()
  const file = join(directory, 'haproxy.cfg')
  const servers = nodes.map(({ name, port: own }) => `  server ${name} 127.0.0.1:${own}`)
  const tracked = nodes.map(({ name, port: own }) => `  server ${name} 127.0.0.1:${own} track by_session/${name}`)
  const text = readFileSync(SHIPPED, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}\n  http-response set-header ${NODE_HEADER} %s`)
    .replace(/ {2}balance hash .*\n {2}hash-type .*/, '  balance random(1)')
    .replace('balance leastconn', 'balance random(1)')
    .replace(/(?: {2}server pleat-\d pleat-\d:8080\n)+/, `${servers.join('\n')}\n`)
    .replace(/(?: {2}server pleat-\d .* track .*\n)+/, `${tracked.join('\n')}\n`)
  if (text.includes('pleat-1:8080') || !text.includes('random(1)')) throw new Error(`${SHIPPED.pathname} has changed.`)
  writeFileSync(file, text)
  const child = startChild('haproxy', ['-db', '-f', file], { directory, program: findHaproxy() })
  await readyWhen(child, async () => (await isOpen(port)) || undefined, READY_MS)
  return { url: `http://127.0.0.1:${port}`, child }
}

/** Adds /usr/sbin to PATH, where Debian installs HAProxy. */
function findHaproxy(): string {
  process.env.PATH = `${process.env.PATH}:/usr/sbin`
  return 'haproxy'
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
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
