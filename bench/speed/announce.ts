import type { AddressInfo, Server } from 'node:net'

/** Listens on a free port, prints its address on one line, and stops on SIGTERM. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
  })
  process.on('SIGTERM', () => process.exit(0))
}
