import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'

/** More than any credential has; an input longer than this is a mistake. */
const MOST_CHARACTERS = 65_536

/** Reads a secret: all of a pipe or file, or one line that is not shown while a person types it. */
export async function readSecretInput(stdin: Readable & { isTTY?: boolean }, showPrompt: () => void): Promise<string> {
  if (stdin.isTTY) {
    showPrompt()
    return await readHiddenLine(stdin)
  }
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_CHARACTERS) throw new Error('standard input is too long for a credential')
  }
  return text.trim()
}

/** A terminal interface that writes nowhere: line editing works, and nothing is echoed. */
function readHiddenLine(stdin: Readable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => reject(new Error('no credential was given')))
  })
}
