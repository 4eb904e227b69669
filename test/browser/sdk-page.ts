import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'

/** A web page on its own origin, with both official SDKs as a bundler would put them into an application. */
export interface SdkPage {
  readonly origin: string
  close(): void
}

const SOURCE = `import OpenAI from 'openai'
import Anthropic from '@anthropic-ai/sdk'
globalThis.sdks = { OpenAI, Anthropic }
`
const ENTRY = '\0sdks'

/** Bundles the SDKs for a browser and serves a page that loads them. */
export async function startSdkPage(): Promise<SdkPage> {
  const script = await bundle()
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdks.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><title>An app</title><script type="module" src="/sdks.js"></script>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    cwd: import.meta.dirname,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? SOURCE : null),
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'esm', codeSplitting: false })
    return output[0].code
  } finally {
    await build.close()
  }
}
