import { connect } from 'node:net'

/** Sends these bytes and resolves with all received bytes, until the other side closes or is silent for `silenceMs`. */
export function sendRaw(url: string, bytes: string, silenceMs = 100): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let heard = ''
    let silence: NodeJS.Timeout
    const wait = () => {
      clearTimeout(silence)
      silence = setTimeout(() => socket.destroy(), silenceMs)
    }
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      wait()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(silence)
      resolve(heard)
    })
    // The first byte is waited for longer than the bytes after it.
    silence = setTimeout(() => socket.destroy(), 2_000)
  })
}

/** The final statuses of the responses in `heard`, without 1xx. */
export function statusesIn(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200)
}
