import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads a secret: a whole pipe or file, or one line from a terminal without echo. */
export async function readSecret(showPrompt: () => void): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  showPrompt()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return await new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => reject(new Error('no key was entered; nothing was changed')))
  })
}
